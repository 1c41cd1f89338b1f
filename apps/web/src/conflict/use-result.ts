import { useEffect, useState } from 'preact/hooks';
import type { MergeResult, StartedResult } from './draft-resolution.js';
import { ResultKeeper } from './keeper.js';
import { Result } from './result.js';

/** Returns the result in progress; `put` stores it whenever it changes. */
export function useResult(
  started: StartedResult,
  store: (result: MergeResult) => Promise<void>,
): readonly [Result, ResultKeeper] {
  const [pair] = useState(() => {
    const result: Result = new Result(started, () => keeper.keepSoon());
    const keeper = new ResultKeeper(
      () => store(result.made),
      () => result.view.state.doc.length,
    );
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
