import type { Output } from '@notes/contract';
import { text } from './texts.js';

type FoundPath = Output<'findGraphPath'>;

/** Describes the result of a path search; only `no_path` means that none exists. */
export function describePath({ status, length, visits }: FoundPath, maxDepth: number): string {
  switch (status) {
    case 'found':
      return text.pathFound(length as number);
    case 'no_path':
      return text.noPath;
    case 'depth_exhausted':
      return text.noPathWithin(maxDepth);
    case 'budget_exhausted':
      return text.pathSearchStopped(visits);
  }
}
