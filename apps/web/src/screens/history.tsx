import { Comparison } from '../history/comparison.js';
import type { Revision } from '../history/group-sessions.js';
import { RestoreButton } from '../history/restore.js';
import { RevisionList } from '../history/revision-list.js';
import { type Revisions, useRevisions } from '../history/revisions.js';
import { text } from '../history/texts.js';
import { href, replaceLocation } from '../kernel/router.js';
import { text as frame } from '../kernel/texts.js';
import { useTitle } from '../kernel/title.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { fill } from '../text/catalogue.js';
import { exactDate } from '../text/dates.js';
import { formatTitle } from '../ui/note-link.js';
import { Loaded } from '../ui/states.js';
import '../history/history.css';

/** History of a note: its revisions, the changes between two of them, and restoring one. */
export function Screen({ pageLocation }: ScreenProps) {
  const id = pageLocation.segments[1] ?? '';
  const [from, to] = [pageLocation.query.get('from'), pageLocation.query.get('to')];
  const page = useRevisions(id, ...[from, to].filter((revisionId) => revisionId !== null));
  const title = page.value?.revisions[0]?.title;
  useTitle(title === undefined ? undefined : frame.partTitle(formatTitle(title), text.history));
  return (
    <div class="history">
      <header>
        <a class="button" href={href(['n', id])}>
          {text.backToNote}
        </a>
        <h1>{text.history}</h1>
        {title !== undefined && (
          <p class="history-of" dir="auto">
            {formatTitle(title)}
          </p>
        )}
      </header>
      <Loaded data={page}>{(revisions) => <Timeline id={id} page={revisions} from={from} to={to} />}</Loaded>
    </div>
  );
}

interface TimelineProps {
  readonly id: string;
  readonly page: Revisions;
  readonly from: string | null;
  readonly to: string | null;
}

/** Shows the last change by default; for a single revision, the changes it made, and for the first one all of its text. */
function Timeline({ id, page, ...chosen }: TimelineProps) {
  const { revisions, onMore } = page;
  const byId = (revisionId: string | null) => revisions.find(({ revision_id }) => revision_id === revisionId);
  const [latest] = revisions;
  const to = chosen.to === null ? latest : byId(chosen.to);
  const from = chosen.from === null ? to && revisions[revisions.indexOf(to) + 1] : byId(chosen.from);
  if (latest === undefined) return null;
  // While there are older revisions, a chosen one may still be loading.
  const missing = onMore
    ? []
    : [chosen.from, chosen.to].filter((revisionId) => revisionId !== null && !byId(revisionId));
  const segments = ['n', id, 'history'];
  const pick = (side: 'from' | 'to', { revision_id }: Revision) =>
    replaceLocation(segments, {
      ...(from && { from: from.revision_id }),
      ...(to && { to: to.revision_id }),
      [side]: revision_id,
    });
  return (
    <div class="history-panes">
      <nav aria-label={text.revisions}>
        <p class="picks-head">
          <span>{text.from}</span> <span>{text.to}</span>
        </p>
        <RevisionList
          {...page}
          selected={[from, to].filter((revision) => revision !== undefined)}
          hrefOf={({ revision_id }) => href(segments, { to: revision_id })}
        >
          {(revision) => (
            <>
              <Pick name="from" isPicked={revision === from} revision={revision} onPick={pick} />
              <Pick name="to" isPicked={revision === to} revision={revision} onPick={pick} />
            </>
          )}
        </RevisionList>
      </nav>
      <section aria-label={text.changes}>
        <div role="alert">
          {[...new Set(missing)].map((revisionId) => (
            <p key={revisionId} class="refusal">
              {fill(text.noRevision, { id: <code>{revisionId}</code> })}
            </p>
          ))}
        </div>
        {to !== undefined && missing.length === 0 && <Change id={id} from={from} to={to} current={latest} />}
      </section>
    </div>
  );
}

interface ChangeProps {
  readonly id: string;
  readonly from: Revision | undefined;
  readonly to: Revision;
  readonly current: Revision;
}

const Change = ({ id, from, to, current }: ChangeProps) => (
  <>
    <div class="history-tools">
      <h2>
        {from
          ? text.comparison(exactDate(from.created_at), exactDate(to.created_at))
          : text.comparisonWithEmpty(exactDate(to.created_at))}
      </h2>
      <RestoreButton id={id} revision={to} current={current} />
    </div>
    <Comparison id={id} from={from} to={to} />
  </>
);

interface PickProps {
  readonly name: 'from' | 'to';
  readonly isPicked: boolean;
  readonly revision: Revision;
  readonly onPick: (name: 'from' | 'to', revision: Revision) => void;
}

/** A radio button in one of two columns: any two revisions can be compared. */
function Pick({ name, isPicked, revision, onPick }: PickProps) {
  const label = (name === 'from' ? text.compareFrom : text.compareTo)(exactDate(revision.created_at));
  return (
    <input
      type="radio"
      name={name}
      checked={isPicked}
      aria-label={label}
      title={label}
      onChange={() => onPick(name, revision)}
    />
  );
}
