import { parseQuery, type Query } from '@notes/query-language';
import { useMemo } from 'preact/hooks';
import { call } from '../api/client.js';
import type { ScreenProps } from '../app/screens.js';
import { usePages } from '../notes/pages.js';
import { NotesPane } from '../notes/pane.js';
import { rowOfHit } from '../notes/rows.js';
import { NothingFound } from '../search/nothing-found.js';
import { QueryPanel } from '../search/query-panel.js';
import '../search/search.css';
import { text as words } from '../search/texts.js';

/** A query and what it finds; nothing is asked of the service while it is wrong. */
export function List({ place }: ScreenProps) {
  const text = place.query.get('q') ?? '';
  const sort = place.query.get('sort') ?? '';
  const parsed = useMemo(() => parseQuery(text), [text]);
  return (
    <div class="search-pane">
      <QueryPanel query={text} sort={sort} />
      {parsed.ok && <Results text={text} sort={sort} query={parsed.query} />}
    </div>
  );
}

interface ResultsProps {
  readonly text: string;
  readonly sort: string;
  readonly query: Query;
}

function Results({ text, sort, query }: ResultsProps) {
  const key = `search ${sort} ${text}`;
  const order = sort === 'updated' ? ({ sort } as const) : {};
  const pages = usePages(key, async (cursor, signal) => {
    const input = { query: text, limit: 100, cursor, ...order };
    const { results, next_cursor, truncated } = await call('searchDocuments', input, signal);
    return { rows: results.map(rowOfHit), nextCursor: next_cursor, truncated };
  });
  return (
    <NotesPane head={null} label={words.matches} listKey={key} pages={pages} empty={<NothingFound query={query} />} />
  );
}

export { NothingOpen as Screen } from '../notes/nothing-open.js';
