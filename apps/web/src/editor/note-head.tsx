import { useEffect, useRef } from 'preact/hooks';
import { takeHeldKeys } from '../commands/held-keys.js';
import { pickApplicable } from '../commands/registry.js';
import { InspectorToggle } from '../inspector/inspector-pane.js';
import { useKeptFocus } from '../ui/kept-focus.js';
import { Menu } from '../ui/menu.js';
import { focusBody } from './focus-body.js';
import { NotePlace } from './note-place.js';
import { type NoteMode, noteModes } from './remembered-view.js';
import type { NoteSession } from './session.js';
import { text } from './texts.js';
import { isActiveNote } from './whole-note.js';

interface ModesProps {
  readonly mode: NoteMode;
  readonly onMode: (mode: NoteMode) => void;
}

interface TitleFieldProps {
  readonly session: NoteSession;
}

interface NoteHeadProps extends TitleFieldProps, ModesProps {
  /** Opens the choice of another notebook. */
  readonly onMove: () => void;
}

/** The notebook, the title and the choice of mode. */
export function NoteHead({ session, mode, onMode, onMove }: NoteHeadProps) {
  const head = useRef<HTMLElement>(null);
  useKeptFocus(head, () => focusBody(session));
  return (
    <header ref={head} class="note-head" data-title={session.buffer.title.value || text.untitled}>
      {isActiveNote(session) && session.note.value !== undefined && (
        <NotePlace documentId={session.note.value.id} onMove={session.isReadOnly ? undefined : onMove} />
      )}
      <TitleField session={session} />
      <Modes mode={mode} onMode={onMode} />
      {isActiveNote(session) && (
        <div class="note-tools">
          <NoteMenu />
          <InspectorToggle />
        </div>
      )}
    </header>
  );
}

/** Moves to the text on Enter, and on arrow down behind the last character. */
function TitleField({ session }: TitleFieldProps) {
  const { buffer, engine } = session;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const typed = takeHeldKeys();
    if (session.note.peek() !== undefined) return;
    if (typed !== '') buffer.setTitle(buffer.title.peek() + typed);
    field.current?.focus();
  }, [session]);
  const onKey = (event: KeyboardEvent) => {
    const { selectionEnd, value } = event.currentTarget as HTMLTextAreaElement;
    const leaves = event.key === 'Enter' || (event.key === 'ArrowDown' && selectionEnd === value.length);
    if (event.isComposing || !leaves) return;
    event.preventDefault();
    buffer.view.focus();
  };
  return (
    <textarea
      ref={field}
      rows={1}
      class="title-field"
      dir="auto"
      aria-label={text.title}
      placeholder={text.untitled}
      value={buffer.title.value}
      readOnly={session.isReadOnly}
      onInput={({ currentTarget }) => buffer.setTitle(currentTarget.value)}
      onKeyDown={onKey}
      onBlur={() => void engine.save()}
    />
  );
}

const Modes = ({ mode, onMode }: ModesProps) => (
  <fieldset class="modes">
    <legend class="visually-hidden">{text.viewMode}</legend>
    {noteModes.map((one) => (
      <button key={one} type="button" class={`mode-${one}`} aria-pressed={one === mode} onClick={() => onMode(one)}>
        {text[one]}
      </button>
    ))}
  </fieldset>
);

/** Commands in the menu of a note. */
const commandIds = ['move', 'tag', 'duplicate', 'history', 'graph here', 'print', 'images', 'trash'];

/** Menu of the open note. */
export function NoteMenu() {
  const items = pickApplicable(commandIds).map(({ title, run }) => ({ label: title, run }));
  return <Menu label={text.commands} items={items} />;
}
