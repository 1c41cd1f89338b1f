import { expect, it } from 'vitest';
import { findRepeatedKey } from '../src/find-repeated-key.js';

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
])('findRepeatedKey(%s) finds the key %j', (json, key) => {
  expect(findRepeatedKey(json)).toBe(key);
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
])('findRepeatedKey(%s) finds none', (json) => expect(findRepeatedKey(json)).toBeUndefined());
