import type { QueryError } from '@notes/query-language';
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import { useNotebooks, useTags } from '../app/library.js';
import { notebookChoices } from '../organise/notebooks.js';
import { completionAt } from './completion.js';
import { queryParts } from './query-parts.js';
import { text as words } from './texts.js';

interface BoxProps {
  readonly text: string;
  readonly error: QueryError | undefined;
  readonly describedBy: string;
  readonly onText: (text: string) => void;
  readonly onSubmit: () => void;
}

/** A line for a query: coloured, with what is wrong underlined, and with what may come next. */
export function QueryBox({ text, error, describedBy, onText, onSubmit }: BoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState<number>();
  const [chosen, setChosen] = useState(-1);
  const names = useNames();
  const completion = caret === undefined ? undefined : completionAt(text, caret, names);
  const options = completion?.options ?? [];
  const close = () => {
    setCaret(undefined);
    setChosen(-1);
  };
  const take = (option: string) => {
    if (completion === undefined) return;
    const before = text.slice(0, completion.from) + option;
    onText(before + text.slice(completion.to));
    close();
    requestAnimationFrame(() => input.current?.setSelectionRange(before.length, before.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0)
      setChosen((chosen + step + options.length + 1) % (options.length + 1) || 0);
    else if (event.key === 'Escape' && options.length > 0) close();
    else if (event.key === 'Enter' && options[chosen] !== undefined) take(options[chosen]);
    else if (event.key === 'Enter') {
      close();
      onSubmit();
    } else return;
    event.preventDefault();
  };
  return (
    <div class="query-box">
      <div ref={mirror} class="query-mirror" aria-hidden="true">
        {queryParts(text, error).map(({ text: part, kind, isWrong }, index) => (
          <span key={index} class={`query-${kind}${isWrong ? ' wrong' : ''}`}>
            {part}
          </span>
        ))}
        {error !== undefined && error.start >= text.length && <span class="wrong"> </span>}
      </div>
      <input
        ref={input}
        value={text}
        role="combobox"
        aria-label={words.query}
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={options[chosen] === undefined ? undefined : `${listId}-${chosen}`}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy}
        autocomplete="off"
        spellcheck={false}
        placeholder={words.placeholder}
        onInput={({ currentTarget }) => {
          onText(currentTarget.value);
          setCaret(currentTarget.selectionStart ?? undefined);
          setChosen(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        onScroll={({ currentTarget }) => {
          if (mirror.current) mirror.current.scrollLeft = currentTarget.scrollLeft;
        }}
      />
      <div id={listId} role="listbox" aria-label={words.waysOn} class="query-options" hidden={options.length === 0}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the line
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the line
          <div
            key={option}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(option)}
          >
            {option}
          </div>
        ))}
      </div>
    </div>
  );
}

function useNames() {
  const tags = useTags().value;
  const notebooks = useNotebooks().value;
  return useMemo(
    () => ({
      tags: (tags ?? []).map(({ name }) => name),
      notebooks: notebookChoices(notebooks ?? []).map(({ path }) => path.replaceAll(' / ', '/')),
    }),
    [tags, notebooks],
  );
}
