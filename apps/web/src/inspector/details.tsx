import type { Output } from '@notes/contract';
import type { ComponentChildren } from 'preact';
import { call } from '../api/client.js';
import { useData } from '../app/use-data.js';
import { NotebookOptions, useNotebookChoices } from '../organise/notebook-options.js';
import { longDate } from '../text/dates.js';
import { bytes, number } from '../text/numbers.js';
import { wordCount } from '../text/word-count.js';
import { copyText } from '../ui/copy.js';
import { Icon } from '../ui/icon.js';
import { Refusal } from '../ui/refusal.js';
import { Loaded } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import type { InspectorProps } from './inspector.js';
import { Tags } from './tags.js';
import { text } from './texts.js';

type Note = Output<'getDocument'>;

/** The tags of the note, where it is, and what else is known of it as it is stored. */
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
          <h3>{text.about}</h3>
          <Facts note={note} />
        </>
      )}
    </Loaded>
  );
}

/** Where the note is; another one chosen moves it there. */
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
      <Refusal error={error} />
    </>
  );
}

const Facts = ({ note }: { readonly note: Note }) => (
  <dl class="details">
    <Fact name={text.created}>{longDate(note.created_at)}</Fact>
    <Fact name={text.changed}>{longDate(note.updated_at)}</Fact>
    <Fact name={text.words}>{number(wordCount(note.body))}</Fact>
    <Fact name={text.size}>{bytes(note.size_bytes)}</Fact>
    <Identity name={text.noteId} value={note.id} />
    <Identity name={text.revision} value={note.current_revision_id} />
    <Identity name={text.address} value={note.uri} />
    <Identity name={text.stableLink} value={note.stable_link} />
  </dl>
);

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const Identity = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{name}</dt>
    <dd class="identity">
      <code>{value}</code>
      <button type="button" aria-label={text.copy(name)} onClick={() => void copyText(value)}>
        <Icon name="copy" />
      </button>
    </dd>
  </>
);
