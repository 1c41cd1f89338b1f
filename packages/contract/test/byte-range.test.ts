import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveRange } from '../src/index.js';

const resolveOrGetCode = (...asked: Parameters<typeof resolveRange>) => {
  try {
    return resolveRange(...asked);
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test('resolveRange selects the bytes that Buffer.subarray returns, or reports an empty range', () => {
  const bound = fc.option(fc.nat(40), { nil: undefined });
  fc.assert(
    fc.property(bound, bound, fc.uint8Array({ maxLength: 30 }), (first, last, bytes) => {
      fc.pre(first === undefined || last === undefined || first <= last);
      const lastOnes = first === undefined && last !== undefined;
      const cut = lastOnes
        ? bytes.subarray(Math.max(0, bytes.length - last))
        : bytes.subarray(first ?? 0, last === undefined ? undefined : last + 1);
      const range = resolveOrGetCode(first, last, bytes.length);
      if (typeof range !== 'object') expect([range, cut.length]).toEqual(['range_not_satisfiable', 0]);
      else expect(bytes.subarray(range.first, range.last + 1)).toEqual(cut);
    }),
    { seed: 20_261_121, numRuns: 2_000 },
  );
});

test.each([
  [990, 5_000, { first: 990, last: 999 }],
  [undefined, 5_000, { first: 0, last: 999 }],
  [999, undefined, { first: 999, last: 999 }],
  [1_000, undefined, 'range_not_satisfiable'],
  [undefined, 0, 'range_not_satisfiable'],
  [0, 2 ** 53, { first: 0, last: 999 }],
  [0, Number.POSITIVE_INFINITY, { first: 0, last: 999 }],
  [undefined, 2 ** 53, { first: 0, last: 999 }],
  [undefined, Number.POSITIVE_INFINITY, { first: 0, last: 999 }],
  [2 ** 53, undefined, 'range_not_satisfiable'],
  [Number.POSITIVE_INFINITY, undefined, 'range_not_satisfiable'],
] as const)(
  'resolveRange from %s to %s of 1000 bytes clips the end or reports an empty range',
  (first, last, expected) => {
    expect(resolveOrGetCode(first, last, 1_000)).toEqual(expected);
  },
);
