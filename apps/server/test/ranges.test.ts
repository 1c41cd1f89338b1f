import { describe, expect, it } from 'vitest';
import { parseRange } from '../src/http/ranges.js';

const SIZE = 1_000;

const tryParse = (header: string | undefined, size = SIZE) => {
  try {
    return parseRange(header, size);
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('parsing a Range header', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['bytes', undefined],
    ['bytes=', undefined],
    ['bytes=-', undefined],
    ['bytes=5-2', undefined],
    ['bytes=1-2,4-5', undefined],
    ['bytes=0-0,', undefined],
    ['bytes=1-2-3', undefined],
    ['bytes=a-b', undefined],
    ['bytes=-1-5', undefined],
    ['bytes=+1-5', undefined],
    ['bytes=1.0-5', undefined],
    ['bytes=0x1-0x5', undefined],
    ['bytes=１-５', undefined],
    ['bytes 1-5', undefined],
    ['items=1-5', undefined],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['BYTES=0-4', { first: 0, last: 4 }],
    ['bytes=0010-0019', { first: 10, last: 19 }],
    ['bytes=999-', { first: 999, last: 999 }],
    ['bytes=990-5000', { first: 990, last: 999 }],
    ['bytes=-5000', { first: 0, last: 999 }],
    ['bytes=1000-', 'range_not_satisfiable'],
    ['bytes=1000-1000', 'range_not_satisfiable'],
    ['bytes=-0', 'range_not_satisfiable'],
    ['bytes=9007199254740991-', 'range_not_satisfiable'],
    ['bytes=9007199254740992-', 'range_not_satisfiable'],
    ['bytes=0-9007199254740993', { first: 0, last: 999 }],
    [`bytes=990-${'9'.repeat(8_000)}`, { first: 990, last: 999 }],
    ['bytes=-99999999999999999999999999', { first: 0, last: 999 }],
    [`bytes=-${'9'.repeat(8_000)}`, { first: 0, last: 999 }],
    ['bytes=9007199254740993-9007199254740992', undefined],
    ['bytes=9007199254740992-9007199254740993', 'range_not_satisfiable'],
    [`bytes=${'9'.repeat(8_000)}-`, 'range_not_satisfiable'],
  ] as const)('%s returns the expected range', (header, expected) => {
    expect(tryParse(header)).toEqual(expected);
  });

  it('for empty content is never satisfiable', () => {
    for (const header of ['bytes=0-0', 'bytes=0-', 'bytes=-1'])
      expect(tryParse(header, 0)).toBe('range_not_satisfiable');
    expect(tryParse(undefined, 0)).toBeUndefined();
  });
});
