import type { Output } from '@notes/contract';

export type FoundPath = Output<'findGraphPath'>;

/** What a search for a path came to; only `no_path` claims that there is none. */
export function pathSentence({ status, length, visits }: FoundPath, maxDepth: number): string {
  const seen = visits.toLocaleString();
  switch (status) {
    case 'found':
      return length === 1 ? 'A shortest path takes 1 hop.' : `A shortest path takes ${length} hops.`;
    case 'no_path':
      return 'There is no path: nothing that can be reached from one note leads to the other.';
    case 'depth_exhausted':
      return `No path of at most ${maxDepth} hops; a longer one may exist. Raise the limit to look further.`;
    case 'budget_exhausted':
      return `Stopped after looking at ${seen} notes, before the search was complete; a path may exist.`;
  }
}
