import { explainQuery, LIMITS, parseQuery } from '@notes/query-language';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { place, replacePlace } from '../app/router.js';
import { useId } from '../ui/use-id.js';
import { QueryBox } from './query-box.js';
import { SaveSearch } from './save-search.js';
import { SyntaxHelp } from './syntax-help.js';
import { text as words } from './texts.js';

const SETTLE_MS = 250;
/** From here on it is said how much room is left. */
const NEAR_BYTES = LIMITS.bytes * 0.75;
const encoder = new TextEncoder();

interface PanelProps {
  readonly query: string;
  readonly sort: string;
}

/** Where a query is written: what is wrong with it is said before anything is asked of the service. */
export function QueryPanel({ query, sort }: PanelProps) {
  const { text, write, choose, show } = useWritten(query, sort);
  const about = useId();
  const parsed = useMemo(() => parseQuery(text), [text]);
  const error = parsed.ok ? undefined : parsed.error;
  const bytes = useMemo(() => encoder.encode(text).length, [text]);
  return (
    <search class="query-panel">
      <h1 class="visually-hidden">{words.search}</h1>
      <QueryBox text={text} error={error} describedBy={about} onText={write} onSubmit={() => show(text)} />
      {/* The query language says in its own words what it understood: they are English, whatever the page speaks. */}
      <p id={about} class={error ? 'refusal' : 'explained'} role="status" lang="en">
        {error ? error.message : parsed.ok && text.trim() !== '' && explainQuery(parsed.query)}
      </p>
      {bytes > NEAR_BYTES && <p>{words.bytes(bytes, LIMITS.bytes)}</p>}
      <div class="query-tools">
        <label>
          <span class="visually-hidden">{words.order}</span>
          <select value={sort} onChange={({ currentTarget }) => show(query, currentTarget.value)}>
            <option value="">{words.byRelevance}</option>
            <option value="updated">{words.byChange}</option>
          </select>
        </label>
        <SyntaxHelp onChoose={choose} />
        <SaveSearch query={text} isValid={parsed.ok && text.trim() !== ''} />
      </div>
    </search>
  );
}

/** The query as it is written; the address follows when that rests. */
function useWritten(query: string, sort: string) {
  const [text, setText] = useState(query);
  const timer = useRef<number>(undefined);
  /** The query this panel went to last: what is written since then must stay. */
  const shown = useRef(query);
  useEffect(() => {
    if (query === shown.current) return;
    clearTimeout(timer.current);
    shown.current = query;
    setText(query);
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (q: string, order = sort) => {
    clearTimeout(timer.current);
    if (!parseQuery(q).ok) return;
    shown.current = q;
    replacePlace(['search'], { q, ...(order !== '' && { sort: order }) });
  };
  const write = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    // Who has left may see this panel until the next screen is loaded.
    timer.current = setTimeout(() => place.peek().segments[0] === 'search' && show(next), SETTLE_MS);
  };
  const choose = (example: string) => {
    setText(example);
    show(example);
  };
  return { text, write, choose, show };
}
