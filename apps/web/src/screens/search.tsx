import type { Input } from '@notes/contract';
import { parseNoteOrder } from '@notes/markdown-blocks';
import { parseQuery, type Query } from '@notes/query-language';
import { useMemo } from 'preact/hooks';
import { call } from '../api/client.js';
import { putHelpLast } from '../kernel/help-notebook.js';
import { text as frame } from '../kernel/texts.js';
import { useTitle } from '../kernel/title.js';
import { NothingOpen } from '../notes/nothing-open.js';
import { usePages } from '../notes/pages.js';
import { NotesPane } from '../notes/pane.js';
import { hitToRow } from '../notes/rows.js';
import { describeChannels } from '../search/describe-channels.js';
import { DidYouMean } from '../search/did-you-mean.js';
import { NothingFound } from '../search/nothing-found.js';
import { QueryPanel } from '../search/query-panel.js';
import { text as words } from '../search/texts.js';
import type { ScreenProps } from '../shell/screen-module.js';
import { makeVisible } from '../text/visible.js';
import '../search/search.css';

/** A query and its results; an invalid query is not sent to the service. */
export function List({ pageLocation }: ScreenProps) {
  const text = pageLocation.query.get('q') ?? '';
  const sort = readOrder(pageLocation.query.get('sort'));
  const parsed = useMemo(() => parseQuery(text), [text]);
  return (
    <div class="search-pane">
      <QueryPanel query={text} sort={sort} />
      {parsed.ok && <Results text={text} sort={sort} query={parsed.query} />}
    </div>
  );
}

type Order = '' | NonNullable<Input<'searchDocuments'>['sort']>;

/** Parses the sort order in an address, also by a former name; '' for the order the service chooses. */
function readOrder(value: string | null): Order {
  const order = parseNoteOrder(value ?? '')?.order;
  return order === undefined || order === 'relevance' ? '' : (order as Order);
}

interface ResultsProps {
  readonly text: string;
  readonly sort: Order;
  readonly query: Query;
}

function Results({ text, sort, query }: ResultsProps) {
  const key = `search ${sort} ${text}`;
  const order = sort === '' ? {} : { sort };
  const pages = usePages(key, async (cursor, signal) => {
    const input = { query: text, limit: 100, cursor, ...order };
    const { results, next_cursor, truncated, did_you_mean, channels } = await call('searchDocuments', input, signal);
    return {
      // An order that somebody chose is kept.
      rows: (sort === '' ? putHelpLast(results) : results).map(hitToRow),
      nextCursor: next_cursor,
      truncated,
      suggestions: did_you_mean,
      notices: describeChannels(channels),
    };
  });
  const head = (
    <>
      {pages.notices.map((notice) => (
        <p key={notice} class="search-notice" role="status">
          {notice}
        </p>
      ))}
      {pages.suggestions.length > 0 && <DidYouMean suggestions={pages.suggestions} />}
    </>
  );
  return (
    <NotesPane head={head} label={words.matches} listKey={key} pages={pages} empty={<NothingFound query={query} />} />
  );
}

/** Shown beside the results while no note is open. */
export function Screen({ pageLocation }: ScreenProps) {
  const query = (pageLocation.query.get('q') ?? '').trim();
  useTitle(query === '' ? undefined : frame.partTitle(makeVisible(query), frame.titleSearch));
  return <NothingOpen />;
}
