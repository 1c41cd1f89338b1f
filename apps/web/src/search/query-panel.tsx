import { explainQuery, findQueryWarnings, LIMITS, parseQuery } from '@notes/query-language';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { currentLocation, replaceLocation } from '../kernel/router.js';
import { SelectButton } from '../notes/select-button.js';
import { isTouched } from '../notes/selection-mode.js';
import { useId } from '../ui/unique-id.js';
import { describeQueryError } from './describe-query-error.js';
import { QueryBox } from './query-box.js';
import { SaveSearch } from './save-search.js';
import { SyntaxHelp } from './syntax-help.js';
import { text as words } from './texts.js';

const SETTLE_MS = 250;
/** Size from which the remaining room is shown. */
const NEAR_BYTES = LIMITS.bytes * 0.75;
const encoder = new TextEncoder();

interface PanelProps {
  readonly query: string;
  readonly sort: string;
}

/** Editor of a query. Errors are shown before anything is sent to the service. */
export function QueryPanel({ query, sort }: PanelProps) {
  const { text, write, choose, show } = useTypedQuery(query, sort);
  const about = useId();
  const panel = useRef<HTMLElement>(null);
  const parsed = useMemo(() => parseQuery(text), [text]);
  const error = parsed.ok ? undefined : parsed.error;
  const warnings = useMemo(() => (parsed.ok ? findQueryWarnings(text) : []), [parsed, text]);
  const bytes = useMemo(() => encoder.encode(text).length, [text]);
  return (
    <search ref={panel} class="query-panel">
      <h1 class="visually-hidden">{words.search}</h1>
      <QueryBox text={text} error={error} describedBy={about} onText={write} onSubmit={() => show(text)} />
      {/* The parser's explanation is in English, whatever the page's language. */}
      <p id={about} class={error ? 'refusal' : 'explained'} role="status" lang={error ? undefined : 'en'}>
        {error ? describeQueryError(error, text) : parsed.ok && text.trim() !== '' && explainQuery(parsed.query)}
      </p>
      {warnings.map(({ message }) => (
        <p key={message} class="query-warning" role="status" lang="en">
          {message}
        </p>
      ))}
      {bytes > NEAR_BYTES && <p>{words.queryLength(bytes, LIMITS.bytes)}</p>}
      <div class="query-tools">
        <label>
          <span class="visually-hidden">{words.sortBy}</span>
          <select value={sort} onChange={({ currentTarget }) => show(query, currentTarget.value)}>
            <option value="">{words.byRelevance}</option>
            <option value="updated_at">{words.byChange}</option>
            <option value="-created_at">{words.byCreation}</option>
            <option value="title">{words.byTitle}</option>
          </select>
        </label>
        {isTouched.value && <SelectButton />}
        <SyntaxHelp onChoose={choose} />
        <SaveSearch
          query={text}
          isValid={parsed.ok && text.trim() !== ''}
          onSaved={() => panel.current?.querySelector<HTMLInputElement>('.query-box input')?.focus()}
        />
      </div>
    </search>
  );
}

/** Returns the query as typed; the address follows when typing pauses. */
function useTypedQuery(query: string, sort: string) {
  const [text, setText] = useState(query);
  const timer = useRef<number>(undefined);
  /** Query this panel navigated to last; text typed since then must stay. */
  const lastQuery = useRef(query);
  useEffect(() => {
    if (query === lastQuery.current) return;
    clearTimeout(timer.current);
    lastQuery.current = query;
    setText(query);
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The panel stays beside a note opened from it; a query with an error does not.
  const isLeft = currentLocation.value.segments[0] !== 'search';
  useEffect(() => {
    if (!isLeft || parseQuery(text).ok) return;
    clearTimeout(timer.current);
    setText(lastQuery.current);
  }, [isLeft]);
  const show = (q: string, order = sort) => {
    clearTimeout(timer.current);
    if (!parseQuery(q).ok) return;
    lastQuery.current = q;
    replaceLocation(['search'], { q, ...(order !== '' && { sort: order }) });
  };
  const write = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    // The panel may still be visible after navigation, until the next screen is loaded.
    timer.current = setTimeout(() => currentLocation.peek().segments[0] === 'search' && show(next), SETTLE_MS);
  };
  const choose = (example: string) => {
    setText(example);
    show(example);
  };
  return { text, write, choose, show };
}
