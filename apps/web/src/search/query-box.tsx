import type { QueryError } from '@notes/query-language';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useNotebooks, useTags } from '../kernel/library.js';
import { notebookChoices } from '../organise/notebooks.js';
import { Options, useListbox } from '../ui/listbox.js';
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

/** Input for a query, with syntax colours, underlined errors and completion. */
export function QueryBox({ text, error, describedBy, onText, onSubmit }: BoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState<number>();
  const names = useNames();
  const completion = caret === undefined ? undefined : completionAt(text, caret, names);
  const options = completion?.options ?? [];
  const choose = (option: string) => {
    if (completion === undefined) return;
    const before = text.slice(0, completion.from) + option;
    const next = before + text.slice(completion.to);
    // At once, since the next key may come before the next frame.
    if (input.current !== null) input.current.value = next;
    input.current?.setSelectionRange(before.length, before.length);
    onText(next);
    setCaret(undefined);
  };
  const box = useListbox({ count: options.length, first: -1, onChoose: (index) => choose(options[index] as string) });
  const onKeyDown = (event: KeyboardEvent) => {
    if (box.press(event)) return;
    const submits = event.key === 'Enter';
    if (!submits && (event.key !== 'Escape' || options.length === 0)) return;
    event.preventDefault();
    setCaret(undefined);
    if (submits) onSubmit();
  };
  return (
    <div class="query-box">
      <div ref={mirror} class="query-mirror" aria-hidden="true">
        <Coloured text={text} error={error} />
      </div>
      <input
        {...box.field}
        ref={input}
        value={text}
        aria-label={words.query}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy}
        spellcheck={false}
        placeholder={words.placeholder}
        onInput={({ currentTarget }) => {
          onText(currentTarget.value);
          setCaret(currentTarget.selectionStart ?? undefined);
          box.reset();
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(undefined)}
        onScroll={({ currentTarget }) => {
          if (mirror.current) mirror.current.scrollLeft = currentTarget.scrollLeft;
        }}
      />
      <Options box={box} label={words.suggestions} options={options.map((option) => [option, option])} />
    </div>
  );
}

/** The query in syntax colours, with errors marked. */
const Coloured = ({ text, error }: Pick<BoxProps, 'text' | 'error'>) => (
  <>
    {queryParts(text, error).map(({ text: part, kind, isWrong }, index) => (
      <span key={index} class={`query-${kind}${isWrong ? ' wrong' : ''}`}>
        {part}
      </span>
    ))}
    {error !== undefined && error.start >= text.length && <span class="wrong"> </span>}
  </>
);

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
