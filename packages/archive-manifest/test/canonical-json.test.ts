import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../src/index.js';
import vectors from '../vectors/canonical-json.json' with { type: 'json' };

const SEED = 20_261_121;

const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => value.isWellFormed());
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false),
    fc.maxSafeInteger().map((value) => value + 0),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
}));

/** Copies a value with the members of every object in reverse order. */
function reverseMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseMembers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reverseMembers(member)]),
  );
}

describe('canonical JSON', () => {
  it.each(vectors)('vector: $name', ({ json, canonical }) => {
    const write = () => canonicalJson(JSON.parse(json));
    if (canonical === undefined) expect(write).toThrow(TypeError);
    else expect(write()).toBe(canonical);
  });

  it('is JSON of the same value without white space, for any order of members', () => {
    fc.assert(
      fc.property(values, (value) => {
        const written = canonicalJson(value);
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)));
        expect([...written].sort()).toEqual([...JSON.stringify(value)].sort());
        expect(canonicalJson(reverseMembers(value))).toBe(written);
        expect(canonicalJson(JSON.parse(written))).toBe(written);
      }),
      { seed: SEED },
    );
  });

  it('sorts members by code units', () => {
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 8 }), (names) => {
        const written = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])));
        expect(written).toBe(`{${[...names].sort().map((name) => `${JSON.stringify(name)}:0`)}}`);
      }),
      { seed: SEED },
    );
  });

  it.each([
    ['undefined', undefined],
    ['undefined in an array', [undefined]],
    ['a hole in an array', new Array(1)],
    ['undefined in an object', { a: undefined }],
    ['NaN', Number.NaN],
    ['infinity', -Infinity],
    ['a large integer', 1n],
    ['a symbol', Symbol.iterator],
    ['a function', () => 1],
    ['a date', new Date(0)],
    ['a map', new Map()],
    [
      'an object with toJSON',
      new (class {
        toJSON = () => 1;
      })(),
    ],
  ])('throws TypeError for a value that JSON would drop or change: %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('throws TypeError for a circular structure', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(() => canonicalJson(circle)).toThrow(TypeError);
  });
});
