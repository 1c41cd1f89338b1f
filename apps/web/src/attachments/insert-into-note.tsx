import { useState } from 'preact/hooks';
import { asApiError, formatError } from '../api/api-error.js';
import { call } from '../api/client.js';
import type { Target } from '../finder/rank.js';
import { useFinder } from '../finder/use-finder.js';
import { refreshStatus } from '../kernel/connection.js';
import { go } from '../kernel/router.js';
import { Dialog } from '../ui/dialog.js';
import { type Listbox, Option, useListbox } from '../ui/listbox.js';
import { formatTitle } from '../ui/note-link.js';
import { notify } from '../ui/notices.js';
import { toMarkdown } from './files.js';
import { text } from './resource-texts.js';
import './insert-into-note.css';

/** Most notes offered; a longer name finds the others. */
const MAX_CHOICES = 12;

interface InsertIntoNoteProps {
  readonly resource: Parameters<typeof toMarkdown>[0];
  readonly onClose: () => void;
  /** Called after the insertion instead of `onClose`. */
  readonly onInsert?: () => void;
}

/** Finds a note and adds the Markdown of an attachment at its end. Without typed text it offers the notes opened last. */
export function InsertIntoNote({ resource, onClose, onInsert = onClose }: InsertIntoNoteProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const { found, isSettled } = useFinder(typed, undefined);
  const notes = found
    .filter(({ target }) => target.kind === 'note')
    .slice(0, MAX_CHOICES)
    .map(({ target }) => target);
  const insert = async ({ id, name }: Target) => {
    try {
      await insertIntoNote(id, name, toMarkdown(resource));
      onInsert();
    } catch (error) {
      setProblem(formatError(asApiError(error)));
    }
  };
  const box = useListbox({ count: notes.length, onChoose: (index) => void insert(notes[index] as Target) });
  return (
    <Dialog title={text.insertIntoNote} onClose={onClose}>
      <p class="hint">{text.insertHint(resource.filename)}</p>
      <input
        dir="auto"
        {...box.field}
        class="insert-field"
        aria-label={text.findNote}
        placeholder={text.findNote}
        autofocus
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          box.reset();
        }}
        onKeyDown={(event) => void box.press(event)}
      />
      <Choices box={box} notes={notes} />
      {notes.length === 0 && isSettled && <p class="hint">{text.noNoteFound}</p>}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </Dialog>
  );
}

interface ChoicesProps {
  readonly box: Listbox;
  readonly notes: readonly Target[];
}

const Choices = ({ box, notes }: ChoicesProps) => (
  <div id={box.id} role="listbox" aria-label={text.foundNotes} class="insert-choices">
    {notes.map(({ id, name, container }, index) => (
      <Option key={id} box={box} index={index}>
        <span dir="auto">{formatTitle(name)}</span>{' '}
        <small class="hint" dir="auto">
          {container}
        </small>
      </Option>
    ))}
  </div>
);

/** Adds Markdown as a paragraph of its own at the end of a note. */
async function insertIntoNote(document_id: string, title: string, markdown: string): Promise<void> {
  await call('appendToDocument', { document_id, text: `\n${markdown}\n` });
  refreshStatus();
  notify(text.insertedInto(formatTitle(title)), { label: text.openNote, run: () => go(['n', document_id]) });
}
