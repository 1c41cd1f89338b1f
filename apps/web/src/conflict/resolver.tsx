import { useEffect, useRef, useState } from 'preact/hooks';
import type { Deciding } from './deciding.js';
import { Endings } from './endings.js';
import { HunkChoice } from './hunk-choice.js';
import { ResultKeeper } from './keeper.js';
import { Result } from './result.js';
import { text } from './texts.js';
import { TitleChoice } from './title-choice.js';

interface ResolverProps {
  readonly deciding: Deciding;
  /** Goes on with what was made: the note was changed elsewhere once more. */
  readonly onStale: () => void;
}

/** Decides between what was written here and elsewhere, place by place. Leaving it discards nothing. */
export function Resolver({ deciding, onStale }: ResolverProps) {
  const [result, keeper] = useResult(deciding);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => host.current?.replaceChildren(result.view.dom), [result]);
  const open = result.open.value;
  return (
    <section class="resolver" aria-label={text.conflict}>
      <h1>{text.heading}</h1>
      <TitleChoice result={result} deciding={deciding} />
      <ol class="hunks">
        {result.hunks.value.map((hunk, index) => (
          <HunkChoice key={index} hunk={hunk} index={index} onChoose={(side) => result.choose(index, side)} />
        ))}
      </ol>
      <h2>{text.result}</h2>
      <div ref={host} class="resolver-result" />
      <p role="status">{open === 0 ? text.allDecided : text.stillOpen(open)}</p>
      <Endings deciding={deciding} result={result} keeper={keeper} onStale={onStale} />
    </section>
  );
}

/** The result in the making, which is kept whenever it changes. */
function useResult(deciding: Deciding): readonly [Result, ResultKeeper] {
  const [pair] = useState(() => {
    const result: Result = new Result(deciding, () => keeper.keepSoon());
    const keeper = new ResultKeeper(() => ({ ...deciding, ...result.made }));
    return [result, keeper] as const;
  });
  useEffect(() => {
    const [result, keeper] = pair;
    const keep = () => void keeper.keep();
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
      result.view.destroy();
    };
  }, [pair]);
  return pair;
}
