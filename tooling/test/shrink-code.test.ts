import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { shrinkCode } from '../bundle/shrink-code.mjs';

it('shrinkCode removes comments and escapes what is not ASCII, without changing names and values', () => {
  const source = `/*! licence */
// A note.
function describe(größe) {
  return \`\${größe} × “x” 😀\` + /[\u{1F600}é]/u.test('é') + "// kept";
}
describe(2);`;
  const shrunk = shrinkCode('file.js', source);
  expect(shrunk).not.toMatch(/[^\0-\x7f]|licence|A note/);
  expect(shrunk).toContain('function describe(');
  expect(runInNewContext(shrunk)).toBe(runInNewContext(source));
});

it('shrinkCode refuses a raw template that is not ASCII, whose value would change', () => {
  expect(() => shrinkCode('file.js', 'String.raw`é`;')).toThrow('raw template');
});
