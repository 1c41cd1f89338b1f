import { LIMITS } from '@notes/query-language';
import { useRef } from 'preact/hooks';
import { Icon } from '../ui/icon.js';
import { useId } from '../ui/unique-id.js';
import { text } from './texts.js';

/** Features of the query language, one example each. */
export const examples: readonly (readonly [query: string, meaning: string])[] = [
  ['garden path*', text.prefix],
  ['"garden path" OR shed', text.phrase],
  ['title:plan -draft', text.inTitle],
  ['tag:work/sync', text.tagged],
  ['notebook:Notes is:orphan', text.orphan],
  ['has:open-task updated:7d', text.openTask],
  ['created:2026-01..2026-06 has:image', text.between],
  ['is:trashed updated:4w', text.trashed],
];

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
      <button type="button" class="button" aria-label={text.syntax} title={text.syntax} popovertarget={id}>
        <Icon name="help" />
        <span class="syntax-label">{text.syntax}</span>
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
