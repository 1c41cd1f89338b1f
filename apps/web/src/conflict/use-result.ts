import { useEffect, useState } from 'preact/hooks';
import type { Begun, Made } from './deciding.js';
import { ResultKeeper } from './keeper.js';
import { Result } from './result.js';

/** The result in the making, which `put` keeps whenever it changes. */
export function useResult(begun: Begun, put: (made: Made) => Promise<void>): readonly [Result, ResultKeeper] {
  const [pair] = useState(() => {
    const result: Result = new Result(begun, () => keeper.keepSoon());
    const keeper = new ResultKeeper(() => put(result.made));
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
