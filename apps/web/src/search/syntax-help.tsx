import { LIMITS } from '@notes/query-language';
import { useRef } from 'preact/hooks';
import { Icon } from '../ui/icon.js';
import { useId } from '../ui/use-id.js';
import { examples } from './examples.js';
import { text } from './texts.js';

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
        <Icon name="help" />
        {text.syntax}
      </button>
      <div ref={popover} id={id} popover="auto" class="popover raised syntax-help">
        <h2>{text.queryExamples}</h2>
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
        <p>{text.limits(LIMITS.bytes, LIMITS.tokens, LIMITS.depth)}</p>
      </div>
    </>
  );
}
