import type { Output } from '@notes/contract';
import { text } from './texts.js';

type FoundPath = Output<'findGraphPath'>;

/** What a search for a path came to; only `no_path` claims that there is none. */
export function pathSentence({ status, length, visits }: FoundPath, maxDepth: number): string {
  switch (status) {
    case 'found':
      return text.pathFound(length as number);
    case 'no_path':
      return text.noPath;
    case 'depth_exhausted':
      return text.depthExhausted(maxDepth);
    case 'budget_exhausted':
      return text.budgetExhausted(visits);
  }
}
