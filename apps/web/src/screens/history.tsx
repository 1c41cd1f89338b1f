import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { asRefusal, inWords } from '../api/refusal.js';
import { noteChange } from '../app/connection.js';
import { href, replacePlace } from '../app/router.js';
import type { ScreenProps } from '../app/screens.js';
import { useData } from '../app/use-data.js';
import { compare } from '../history/compare.js';
import { DiffView } from '../history/diff-view.js';
import { RevisionList } from '../history/revision-list.js';
import { MOST_REVISIONS, useRevisions } from '../history/revisions.js';
import type { Revision } from '../history/sittings.js';
import { notify } from '../ui/notices.js';
import { Loaded, Truncated } from '../ui/states.js';
import '../history/history.css';

/** What a note was: its revisions, what changed between two of them, and going back to one. */
export function Screen({ place }: ScreenProps) {
  const id = place.segments[1] ?? '';
  const revisions = useRevisions(id);
  return (
    <div class="history">
      <header>
        <a class="button" href={href(['n', id])}>
          Back to the note
        </a>
        <h1>History</h1>
      </header>
      <Loaded data={revisions}>{(list) => <Timeline id={id} list={list} query={place.query} />}</Loaded>
    </div>
  );
}

interface TimelineProps {
  readonly id: string;
  readonly list: readonly Revision[];
  readonly query: URLSearchParams;
}

function Timeline({ id, list, query }: TimelineProps) {
  const to = list.find(({ revision_id }) => revision_id === query.get('to')) ?? list[0];
  if (to === undefined) return null;
  const earlier = list[list.indexOf(to) + 1];
  const from = list.find(({ revision_id }) => revision_id === query.get('from')) ?? earlier ?? to;
  const place = ['n', id, 'history'];
  return (
    <div class="history-panes">
      <nav aria-label="Revisions">
        <RevisionList
          revisions={list}
          current={to.revision_id}
          hrefOf={({ revision_id }) => href(place, { to: revision_id })}
        />
        {list.length === MOST_REVISIONS && <Truncated>The latest {MOST_REVISIONS} revisions.</Truncated>}
      </nav>
      <section aria-label="What changed">
        <div class="history-tools">
          <label>
            Compare with{' '}
            <select
              value={from.revision_id}
              onChange={({ currentTarget }) => replacePlace(place, { to: to.revision_id, from: currentTarget.value })}
            >
              {list.map(({ revision_id, created_at }) => (
                <option key={revision_id} value={revision_id}>
                  {new Date(created_at).toLocaleString()}
                </option>
              ))}
            </select>
          </label>
          <RestoreButton id={id} revision={to} current={list[0]} />
        </div>
        <Comparison key={`${from.revision_id}:${to.revision_id}`} id={id} from={from} to={to} />
      </section>
    </div>
  );
}

interface ComparisonProps {
  readonly id: string;
  readonly from: Revision;
  readonly to: Revision;
}

function Comparison({ id, from, to }: ComparisonProps) {
  const [isUnified, setUnified] = useState(matchMedia('(max-width: 1100px)').matches);
  const [ignoreBlanks, setIgnoreBlanks] = useState(false);
  const read = async ({ revision_id }: Revision, signal: AbortSignal) =>
    (await call('getRevision', { document_id: id, revision_id }, signal)).body;
  const key = `diff:${from.revision_id}:${to.revision_id}:${ignoreBlanks}`;
  const data = useData(key, async (signal) => {
    const [before, after] = await Promise.all([read(from, signal), read(to, signal)]);
    return { hunks: await compare({ before, after, ignoreBlanks }, signal), after };
  });
  return (
    <>
      <fieldset class="history-tools">
        <legend class="visually-hidden">How changes are shown</legend>
        <Toggle label="One below the other" value={isUnified} onChange={setUnified} />
        <Toggle label="Ignore white space" value={ignoreBlanks} onChange={setIgnoreBlanks} />
      </fieldset>
      {from.title !== to.title && (
        <p>
          Title: <del>{from.title}</del> <ins>{to.title}</ins>
        </p>
      )}
      <Loaded data={data}>
        {({ hunks, after }) =>
          hunks === undefined ? <Whole text={after} /> : <DiffView hunks={hunks} isUnified={isUnified} />
        }
      </Loaded>
    </>
  );
}

const Whole = ({ text }: { readonly text: string }) => (
  <>
    <Truncated>These two are too different to be compared in time. This is the later one.</Truncated>
    <pre>{text}</pre>
  </>
);

interface ToggleProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

const Toggle = ({ label, value, onChange }: ToggleProps) => (
  <label>
    <input type="checkbox" checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} /> {label}
  </label>
);

interface RestoreProps {
  readonly id: string;
  readonly revision: Revision;
  readonly current: Revision | undefined;
}

const RestoreButton = ({ id, revision, current }: RestoreProps) =>
  current === undefined || current === revision ? (
    <span class="quiet">This is the current revision.</span>
  ) : (
    <button
      type="button"
      class="button primary"
      onClick={() => void restore(id, revision.revision_id, current.revision_id)}
    >
      Restore this revision
    </button>
  );

/** Makes a new revision with what an old one had; undone by restoring what was current before. */
async function restore(document_id: string, revision_id: string, base_revision_id: string): Promise<void> {
  try {
    const note = await call('restoreRevision', { document_id, revision_id, base_revision_id });
    noteChange();
    replacePlace(['n', document_id, 'history'], {});
    const undo = () => void restore(document_id, base_revision_id, note.current_revision_id);
    notify('Restored as a new revision; nothing is lost.', { label: 'Undo', run: undo });
  } catch (error) {
    notify(`Not restored: ${inWords(asRefusal(error))}`);
  }
}
