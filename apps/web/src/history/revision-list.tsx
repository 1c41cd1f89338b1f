import type { ComponentChildren } from 'preact';
import { exactDate } from '../text/dates.js';
import { bytes } from '../text/numbers.js';
import { groupSessions, type Revision } from './group-sessions.js';
import type { Revisions } from './revisions.js';
import { text } from './texts.js';

interface EntryProps {
  readonly hrefOf: (revision: Revision) => string;
  /** Revisions being compared, the later one last. */
  readonly selected?: readonly Revision[];
  /** Further actions on each revision. */
  readonly children?: (revision: Revision) => ComponentChildren;
}

/** Revisions grouped by session; a long session shows its latest revision, and the others on request. */
export const RevisionList = ({ revisions, onMore, ...rest }: Revisions & EntryProps) => (
  <>
    <ol class="revisions">
      {groupSessions(revisions).map((group) => (
        <RevisionGroup key={group[0]?.revision_id} group={group} {...rest} />
      ))}
    </ol>
    {onMore && (
      <button type="button" class="button" onClick={onMore}>
        {text.olderRevisions}
      </button>
    )}
  </>
);

function RevisionGroup({ group, ...rest }: EntryProps & { readonly group: readonly Revision[] }) {
  const [latest, ...earlier] = group;
  if (latest === undefined) return null;
  const containsSelected = earlier.some((revision) => rest.selected?.includes(revision));
  return (
    <li>
      <Entry revision={latest} {...rest} />
      {earlier.length > 0 && (
        <details open={containsSelected}>
          <summary>{text.moreInSession(earlier.length)}</summary>
          <ol>
            {earlier.map((revision) => (
              <li key={revision.revision_id}>
                <Entry revision={revision} {...rest} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

const Entry = ({ revision, hrefOf, selected, children }: EntryProps & { readonly revision: Revision }) => (
  <div class="revision" data-row>
    {children?.(revision)}
    <a href={hrefOf(revision)} aria-current={revision === selected?.at(-1) ? 'true' : undefined}>
      <time dateTime={revision.created_at}>{exactDate(revision.created_at)}</time>
      <small>{text.originAndSize(revision.origin, bytes(revision.size_bytes))}</small>
    </a>
  </div>
);
