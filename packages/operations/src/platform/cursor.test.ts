import { randomBytes } from 'node:crypto';
import { ServiceError } from '@notes/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeCursor, encodeCursor, paginate } from './cursor.js';

const SEED = 20_261_121;
const key = randomBytes(32);
const position = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.dictionary(fc.string(), fc.integer()),
);
const binding = fc.array(fc.string(), { minLength: 1, maxLength: 3 });

const invalid = (work: () => unknown) => {
  expect(work).toThrow(ServiceError);
  expect(work).toThrow(expect.objectContaining({ code: 'cursor_invalid' }));
};

it('decodeCursor returns the encoded position for the same key and binding [L-CURSOR-BOUND]', () => {
  fc.assert(
    fc.property(binding, position, (place, at) => {
      expect(decodeCursor(key, place, encodeCursor(key, place, at))).toEqual(JSON.parse(JSON.stringify(at)));
    }),
    { seed: SEED },
  );
});

it('decodeCursor refuses a cursor with another binding or another key [L-CURSOR-BOUND]', () => {
  fc.assert(
    fc.property(binding, binding, position, (place, other, at) => {
      const cursor = encodeCursor(key, place, at);
      invalid(() => decodeCursor(randomBytes(32), place, cursor));
      if (JSON.stringify(place) !== JSON.stringify(other)) invalid(() => decodeCursor(key, other, cursor));
      invalid(() => decodeCursor(key, [place.join('')], encodeCursor(key, [...place, 'x'], at)));
    }),
    { seed: SEED },
  );
});

it('decodeCursor refuses changed, truncated and arbitrary texts [L-CURSOR-FORGED]', () => {
  const cursor = encodeCursor(key, ['trash'], { updatedAt: 1, pk: 2 });
  fc.assert(
    fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...'ABab09-_+/= \n'), (at, character) => {
      if (cursor[at] !== character)
        invalid(() => decodeCursor(key, ['trash'], cursor.slice(0, at) + character + cursor.slice(at + 1)));
      invalid(() => decodeCursor(key, ['trash'], cursor.slice(0, at)));
    }),
    { seed: SEED },
  );
  fc.assert(
    fc.property(fc.string(), (text) => invalid(() => decodeCursor(key, ['trash'], text))),
    { seed: SEED },
  );
});

it('paginate takes a page from one row more and returns the cursor after its last row', () => {
  const after = (row: number) => `after ${row}`;
  expect(paginate([1, 2, 3], 2, after)).toEqual({ page: [1, 2], next: 'after 2' });
  expect(paginate([1, 2], 2, after)).toEqual({ page: [1, 2], next: null });
  expect(paginate([], 2, after)).toEqual({ page: [], next: null });
});
