import { expect, it } from 'vitest';
import { fuse, selectNear } from './fuse.js';

const name = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

it('guesses that are first in every list stand behind ten exact matches [SIDECAR-MERGED]', () => {
  const exact = name('exact', 30);
  const hits = fuse(
    exact,
    [
      { matchedBy: 'typo', ids: ['a'] },
      { matchedBy: 'meaning', ids: ['a', 'exact29'] },
    ],
    100,
  );
  expect(hits.slice(0, 10).map(({ id }) => id)).toEqual(exact.slice(0, 10));
  expect(hits.filter(({ matchedBy }) => matchedBy === undefined).map(({ id }) => id)).toEqual(exact);
  expect(hits.find(({ id }) => id === 'a')?.matchedBy).toBe('typo');
});

it('guesses take only the room that exact matches leave [SIDECAR-MERGED]', () => {
  const hits = fuse(name('exact', 8), [{ matchedBy: 'typo', ids: name('guess', 8) }], 10);
  expect(hits).toHaveLength(10);
  expect(hits.slice(8).map(({ id }) => id)).toEqual(['guess0', 'guess1']);
  expect(fuse(name('exact', 12), [{ matchedBy: 'typo', ids: ['a'] }], 10)).toHaveLength(10);
});

it('leaves out candidates that are hardly nearer than the others, at any scale [SIDECAR-MERGED]', () => {
  const scores = [0.8, 0.7, ...Array.from({ length: 50 }, () => 0.3)];
  for (const [factor, offset] of [
    [1, 0],
    [0.1, 0.8],
    [40, -3],
  ] as const) {
    const candidates = scores.map((score, index) => ({ id: `${index}`, score: score * factor + offset }));
    expect(selectNear(candidates).map(({ id }) => id)).toEqual(['0', '1']);
  }
  expect(selectNear([])).toEqual([]);
});
