import { expect, test } from 'vitest';
import { renderPage, renderPart, selectPagePart } from '../src/index.js';

const BODY = `---
secret: 1
---
# A

one ^first

## B

two[^1]

- three
- four ^item
  - five

| a |
|---|
| six |

^table

## C

seven

[^1]: eight
`;
const part = (at: string | undefined, limit = 100_000) => {
  const found = renderPart(BODY, { at, limit });
  const texts = found?.blocks.map(({ text }) => text.trim().replaceAll('\n', ' '));
  return texts?.filter((text) => text !== '').join(' / ');
};

test.each([
  ['A', 'A / one / B / two1 / three four five / a  six / C / seven'],
  ['b', 'B / two1 / three four five / a  six'],
  ['C', 'C / seven'],
  ['^first', 'one'],
  ['^item', 'four five'],
  ['^table', 'a  six'],
  ['A#C', 'C / seven'],
  ['none', undefined],
])('renderPart returns the section or block at %j', (at, text) => {
  expect(part(at)).toBe(text);
});

test('renderPart returns a whole note without front matter, up to its limit', () => {
  expect(part(undefined)).toMatch(/^A .*eight/);
  expect(part(undefined)).not.toContain('secret');
  const found = renderPart('a\n\nb\n\nc\n', { limit: 100 });
  expect(found).toMatchObject({ isTruncated: true, blocks: [{ text: 'a\n' }, { text: 'b\n' }] });
  expect(renderPart(`${'a'.repeat(1_000)}\n\nb\n`, { limit: 10 })?.blocks).toHaveLength(1);
});

test('selectPagePart returns the nodes of a section, of a block or of the whole page, up to its limit', () => {
  const nodes = renderPage('# A\n\none ^first\n\n## B\n\ntwo\n');
  expect(selectPagePart(nodes, { at: 'B', limit: 1_000 })).toEqual({ nodes: nodes.slice(2), isTruncated: false });
  expect(selectPagePart(nodes, { at: '^first', limit: 1_000 })?.nodes).toMatchObject([{ tag: 'p' }]);
  expect(selectPagePart(nodes, { at: '', limit: 1 })).toEqual({ nodes: nodes.slice(0, 1), isTruncated: true });
  expect(selectPagePart(nodes, { at: 'none', limit: 1_000 })).toBeUndefined();
});
