import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findJsonFlaw } from '../src/json/index.js';
import { SEED } from './support.js';

it.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"b":2,"c":3,"b":4}', 'b'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a\\"":1,"a\\u0022":2}', 'a"'],
  ['{"":0,"":0}', ''],
  ['[{"a":1},{"b":{"c":[1,{"d":1,"d":2}]}}]', 'd'],
  ['{"a":{"a":1},"b":[],"a":2}', 'a'],
  ['{ "a" : 1 , "a"\n:\t2 }', 'a'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('findJsonFlaw(%s) finds the repeated key %j', (json, key) => {
  expect(findJsonFlaw(json)).toEqual({ flaw: 'duplicate', key });
});

it.each([
  '{}',
  '[]',
  '"a"',
  '{"a":1,"A":2,"b":3}',
  '{"a":{"a":{"a":1}},"b":{"a":1}}',
  '[{"a":1},{"a":2}]',
  '{"a":"a","b":"a"}',
  '{"a":"{\\"a\\":1,\\"a\\":2}","b":"\\\\"}',
  '{"a\\\\":1,"a":2}',
  '{"a":":","b":[":","a:b"]}',
])('findJsonFlaw(%s) finds none', (json) => expect(findJsonFlaw(json)).toBeUndefined());

it('findJsonFlaw reports objects and arrays below the maximum depth, and no others', () => {
  expect(findJsonFlaw('{"a":[{}]}', 3)).toBeUndefined();
  expect(findJsonFlaw('{"a":[{}]}', 2)).toEqual({ flaw: 'depth' });
  expect(findJsonFlaw('[[],[],[]]', 2)).toBeUndefined();
  expect(findJsonFlaw('"[[[["', 0)).toBeUndefined();
  expect(findJsonFlaw('['.repeat(100_000))).toBeUndefined();
});

it('findJsonFlaw reports the first of two flaws in order of the text', () => {
  expect(findJsonFlaw('{"a":0,"a":[[]]}', 2)).toEqual({ flaw: 'duplicate', key: 'a' });
  expect(findJsonFlaw('{"a":[[]],"a":0}', 2)).toEqual({ flaw: 'depth' });
});

it('findJsonFlaw finds a repeated key exactly when a parser drops a member', () => {
  const text = fc.constantFrom('"a"', '"\\u0061"', '"b\\""', '"b\\u0022"', '""', '"{:"', '"__proto__"');
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(text, fc.constant(' 1')),
      fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join()}]`),
      fc.array(fc.tuple(text, tie('json')), { maxLength: 4 }).map((members) => printObject(members)),
    ),
  }));
  const countMembers = (json: string) => json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length;
  fc.assert(
    fc.property(json, (json) => {
      const isWhole = countMembers(JSON.stringify(JSON.parse(json))) === countMembers(json);
      expect(findJsonFlaw(json) === undefined).toBe(isWhole);
    }),
    { seed: SEED, numRuns: 2000 },
  );
});

it('findJsonFlaw never throws for invalid JSON', () => {
  const pieces = fc.constantFrom(...'{}[]:,"\\ 1', '"a"', '"\\u0061"', '"\\x"', '"b\\"');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      findJsonFlaw(parts.join(''));
    }),
    { seed: SEED, numRuns: 5000 },
  );
});

const printObject = (members: readonly [string, string][]) =>
  `{${members.map(([name, value]) => `${name} : ${value}`).join()}}`;
