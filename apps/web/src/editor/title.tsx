import { useEffect, useRef } from 'preact/hooks';
import { type NoteMode, noteModes } from './modes.js';
import type { NoteSession } from './session.js';

interface TitleFieldProps {
  readonly session: NoteSession;
  readonly mode: NoteMode;
  readonly onMode: (mode: NoteMode) => void;
}

/** The title, and how the note is looked at. Enter goes on to the text. */
export function TitleField({ session, mode, onMode }: TitleFieldProps) {
  const { buffer, engine } = session;
  const field = useRef<HTMLInputElement>(null);
  const { word } = engine.status.value;
  useEffect(() => {
    if (session.note.peek() === undefined) field.current?.focus();
  }, [session]);
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    buffer.view.focus();
  };
  return (
    <header class="note-head">
      <input
        ref={field}
        class="title-field"
        aria-label="Title"
        placeholder="Untitled"
        value={buffer.title.value}
        readOnly={session.isElsewhere || word === 'trashed' || word === 'read_only'}
        onInput={({ currentTarget }) => buffer.setTitle(currentTarget.value)}
        onKeyDown={onKey}
        onBlur={() => void engine.save()}
      />
      <fieldset class="modes">
        <legend class="visually-hidden">How the note is shown</legend>
        {noteModes.map((one) => (
          <button key={one} type="button" aria-pressed={one === mode} onClick={() => onMode(one)}>
            {one}
          </button>
        ))}
      </fieldset>
    </header>
  );
}
