import { LIMITS } from '@notes/query-language';
import { useId, useRef } from 'preact/hooks';
import { examples } from './examples.js';

/** The query language by examples that can be tried at once. */
export function SyntaxHelp({ onChoose }: { readonly onChoose: (query: string) => void }) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const choose = (query: string) => {
    popover.current?.hidePopover();
    onChoose(query);
  };
  return (
    <>
      <button type="button" class="button" popovertarget={id}>
        Syntax
      </button>
      <div ref={popover} id={id} popover="auto" class="popover syntax-help">
        <h2>What a query can say</h2>
        <dl>
          {examples.map(([query, meaning]) => (
            <div key={query}>
              <dt>
                <button type="button" onClick={() => choose(query)}>
                  <code>{query}</code>
                </button>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p>
          At most {LIMITS.bytes.toLocaleString()} bytes, {LIMITS.tokens} words and operators, {LIMITS.depth} levels of
          parentheses.
        </p>
      </div>
    </>
  );
}
