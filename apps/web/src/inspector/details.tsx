import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { wordCount } from '../editor/extent.js';
import { useData } from '../kernel/use-data.js';
import { NotebookOptions, useNotebookChoices } from '../organise/notebook-options.js';
import { longDate } from '../text/dates.js';
import { bytes, number } from '../text/numbers.js';
import { copyText } from '../ui/copy-text.js';
import { type Fact, Facts } from '../ui/facts.js';
import { Icon } from '../ui/icon.js';
import { ErrorMessage, Loaded } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import type { InspectorProps } from './inspector-props.js';
import { text } from './tab-texts.js';
import { Tags } from './tags.js';

type Note = Output<'getDocument'>;

/** Tags, notebook and stored properties of the note. */
export function DetailsTab({ document_id, editable }: InspectorProps) {
  const data = useData(`details:${document_id}`, (signal) => call('getDocument', { document_id }, signal));
  return (
    <Loaded data={data}>
      {(note) => (
        <>
          <h3>{text.tags}</h3>
          <Tags document_id={document_id} tags={note.tags} editable={editable} />
          <h3>{text.notebook}</h3>
          <Notebook note={note} editable={editable} />
          <h3>{text.detailsHeading}</h3>
          <About note={note} />
        </>
      )}
    </Loaded>
  );
}

/** Notebook of the note; choosing another moves the note. */
function Notebook({ note, editable }: { readonly note: Note; readonly editable: boolean }) {
  const { isRunning, error, run } = useAction();
  const choices = useNotebookChoices().filter(({ id, readOnly }) => !readOnly || id === note.notebook_id);
  const move = (notebook_id: string) =>
    run(async () => void (await call('moveDocument', { document_id: note.id, notebook_id })));
  return (
    <>
      <select
        aria-label={text.notebook}
        value={note.notebook_id}
        disabled={!editable || isRunning}
        onChange={({ currentTarget }) => move(currentTarget.value)}
      >
        <NotebookOptions choices={choices} />
      </select>
      <ErrorMessage error={error} />
    </>
  );
}

const About = ({ note }: { readonly note: Note }) => (
  <Facts
    facts={[
      [text.created, longDate(note.created_at)],
      [text.changed, longDate(note.updated_at)],
      [text.wordCount, number(wordCount(note.body))],
      [text.size, bytes(note.size_bytes)],
      identity(text.noteId, note.id),
      identity(text.revision, note.current_revision_id),
      identity(text.address, note.uri),
      identity(text.stableLink, note.stable_link),
    ]}
  />
);

/** A property with a button that copies it. */
const identity = (name: string, value: string): Fact => [
  name,
  <span key={name} class="identity">
    <code>{value}</code>
    <button type="button" aria-label={text.copyNamed(name)} onClick={() => void copyText(value)}>
      <Icon name="copy" />
    </button>
  </span>,
];
