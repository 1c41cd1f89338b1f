import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from '../src/http/ranges.js';

const SIZE = 1_000;
const seed = 20_261_121;

/** What a client that reads the header itself would cut out of the bytes; undefined: no byte. */
function sliceOf(bytes: Buffer, header: string): Buffer | undefined {
  const [from = '', to = ''] = header.slice('bytes='.length).split('-');
  if (from === '') return to === '0' || bytes.length === 0 ? undefined : bytes.subarray(-Number(to));
  const slice = bytes.subarray(Number(from), to === '' ? undefined : Number(to) + 1);
  return slice.length === 0 ? undefined : slice;
}

describe('a range', () => {
  it('is the slice of the bytes that Buffer.subarray cuts', () => {
    const bounds = fc.nat(40);
    const headers = fc.oneof(
      fc.tuple(bounds, bounds).map(([a, b]) => `bytes=${Math.min(a, b)}-${Math.max(a, b)}`),
      bounds.map((a) => `bytes=${a}-`),
      bounds.map((n) => `bytes=-${n}`),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), headers, (content, header) => {
        const bytes = Buffer.from(content);
        const range = parseRange(header, bytes.length);
        const cut = typeof range === 'string' ? range : bytes.subarray(range.first, range.last + 1);
        expect(cut).toEqual(sliceOf(bytes, header) ?? 'unsatisfiable');
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it.each([
    [undefined, 'whole'],
    ['', 'whole'],
    ['bytes', 'whole'],
    ['bytes=', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=5-2', 'whole'],
    ['bytes=1-2,4-5', 'whole'],
    ['bytes=0-0,', 'whole'],
    ['bytes=1-2-3', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=-1-5', 'whole'],
    ['bytes=+1-5', 'whole'],
    ['bytes=1.0-5', 'whole'],
    ['bytes=0x1-0x5', 'whole'],
    ['bytes=１-５', 'whole'],
    ['bytes 1-5', 'whole'],
    ['items=1-5', 'whole'],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['BYTES=0-4', { first: 0, last: 4 }],
    ['bytes=0010-0019', { first: 10, last: 19 }],
    ['bytes=999-', { first: 999, last: 999 }],
    ['bytes=990-5000', { first: 990, last: 999 }],
    ['bytes=-5000', { first: 0, last: 999 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=1000-1000', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9007199254740991-', 'unsatisfiable'],
    ['bytes=9007199254740992-', 'unsatisfiable'],
    ['bytes=0-9007199254740993', 'unsatisfiable'],
    ['bytes=-99999999999999999999999999', 'unsatisfiable'],
    [`bytes=${'9'.repeat(8_000)}-`, 'unsatisfiable'],
  ] as const)('written %s', (header, expected) => {
    expect(parseRange(header, SIZE)).toEqual(expected);
  });

  it('of nothing is never satisfiable', () => {
    for (const header of ['bytes=0-0', 'bytes=0-', 'bytes=-1']) expect(parseRange(header, 0)).toBe('unsatisfiable');
    expect(parseRange(undefined, 0)).toBe('whole');
  });
});
