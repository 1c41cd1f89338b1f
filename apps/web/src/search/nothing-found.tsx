import { canonicalQuery, type Query } from '@notes/query-language';
import { call } from '../api/client.js';
import { href } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import { fill } from '../text/catalogue.js';
import { Empty } from '../ui/states.js';
import { text } from './texts.js';

/** Maximum number of parts that are tried one by one. */
const MAX_TRIED_PARTS = 8;

/** Shows the part of a query without which it would have results. */
export function NothingFound({ query }: { readonly query: Query }) {
  const { value } = useData(`without ${canonicalQuery(query)}`, (signal) => findRemovablePart(query, signal));
  return (
    <Empty>
      <p>{text.noMatch}</p>
      {value ? (
        <>
          <p>{fill(text.matchesWithoutPart, { part: <code>{value.part}</code> })}</p>
          <a class="button primary" href={href(['search'], { q: value.rest })}>
            {text.searchWithoutPart}
          </a>
        </>
      ) : (
        <a class="button primary" href={href([])}>
          {text.showAllNotes}
        </a>
      )}
      <p class="empty-hint">{text.searchScope}</p>
    </Empty>
  );
}

interface RemovablePart {
  readonly part: string;
  readonly rest: string;
}

async function findRemovablePart(query: Query, signal: AbortSignal): Promise<RemovablePart | null> {
  const { root } = query;
  if (root?.type !== 'and' || root.children.length > MAX_TRIED_PARTS) return null;
  for (const part of root.children) {
    const children = root.children.filter((child) => child !== part);
    const rest = canonicalQuery({ ...query, root: { type: 'and', children } });
    const { results } = await call('searchDocuments', { query: rest, limit: 1, exact: true }, signal);
    if (results.length > 0) return { part: canonicalQuery({ ...query, root: part }), rest };
  }
  return null;
}
