import { expect, it } from 'vitest';
import { reindex } from '../src/commands/reindex.js';
import type { Output } from '../src/output.js';

it.each([
  ['reconcile', 'compare'],
  ['rebuild', 'delete'],
] as const)('notes reindex prints a sentence about the task %s', (requested, verb) => {
  const lines: string[] = [];
  const out = { line: (text: string) => lines.push(text), notice: () => {} } as unknown as Output;
  reindex.render.table?.({ requested }, out);
  expect(lines).toEqual([expect.stringMatching(`^The service will ${verb} the index of the search sidecar.*\\.$`)]);
});
