import { type Revision, sittings } from './sittings.js';

interface RevisionListProps {
  readonly revisions: readonly Revision[];
  readonly hrefOf: (revision: Revision) => string;
  readonly current?: string | undefined;
}

/** Revisions by sitting; of a long one the latest is shown first and the others open below it. */
export const RevisionList = ({ revisions, ...rest }: RevisionListProps) => (
  <ol class="revisions">
    {sittings(revisions).map((group) => (
      <Sitting key={group[0]?.revision_id} group={group} {...rest} />
    ))}
  </ol>
);

type SittingProps = Omit<RevisionListProps, 'revisions'> & { readonly group: readonly Revision[] };

function Sitting({ group, ...rest }: SittingProps) {
  const [latest, ...earlier] = group;
  if (latest === undefined) return null;
  const holdsCurrent = earlier.some(({ revision_id }) => revision_id === rest.current);
  return (
    <li>
      <Entry revision={latest} {...rest} />
      {earlier.length > 0 && (
        <details open={holdsCurrent}>
          <summary>{earlier.length} more within minutes</summary>
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

type EntryProps = Omit<RevisionListProps, 'revisions'> & { readonly revision: Revision };

const Entry = ({ revision, hrefOf, current }: EntryProps) => (
  <a href={hrefOf(revision)} aria-current={revision.revision_id === current ? 'true' : undefined}>
    <time dateTime={revision.created_at}>{new Date(revision.created_at).toLocaleString()}</time>
    <small>
      {revision.origin} · {revision.size_bytes.toLocaleString()} bytes
    </small>
  </a>
);
