import type { ComponentChildren } from 'preact';
import { longDate } from '../text/dates.js';
import { bytes } from '../text/numbers.js';
import type { Revisions } from './revisions.js';
import { type Revision, sittings } from './sittings.js';
import { text } from './texts.js';

interface EntryProps {
  readonly hrefOf: (revision: Revision) => string;
  /** The revision that is shown. */
  readonly current?: string | undefined;
  /** What else can be done with each. */
  readonly children?: (revision: Revision) => ComponentChildren;
}

/** Revisions by sitting; of a long one the latest is shown first and the others open below it. */
export const RevisionList = ({ revisions, onMore, ...rest }: Revisions & EntryProps) => (
  <>
    <ol class="revisions">
      {sittings(revisions).map((group) => (
        <Sitting key={group[0]?.revision_id} group={group} {...rest} />
      ))}
    </ol>
    {onMore && (
      <button type="button" class="button" onClick={onMore}>
        {text.olderRevisions}
      </button>
    )}
  </>
);

function Sitting({ group, ...rest }: EntryProps & { readonly group: readonly Revision[] }) {
  const [latest, ...earlier] = group;
  if (latest === undefined) return null;
  const holdsCurrent = earlier.some(({ revision_id }) => revision_id === rest.current);
  return (
    <li>
      <Entry revision={latest} {...rest} />
      {earlier.length > 0 && (
        <details open={holdsCurrent}>
          <summary>{text.moreInSitting(earlier.length)}</summary>
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

const Entry = ({ revision, hrefOf, current, children }: EntryProps & { readonly revision: Revision }) => (
  <div class="revision">
    {children?.(revision)}
    <a href={hrefOf(revision)} aria-current={revision.revision_id === current ? 'true' : undefined}>
      <time dateTime={revision.created_at}>{longDate(revision.created_at)}</time>
      <small>{text.originAndSize(revision.origin, bytes(revision.size_bytes))}</small>
    </a>
  </div>
);
