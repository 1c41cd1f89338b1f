import { expect, test } from 'vitest';
import type { SafeNode } from '../nodes.js';
import { textDirection } from './direction.js';
import { renderPage } from './note.js';

/** Lists elements with a direction as `tag=direction`, in document order. */
function directions(node: SafeNode): string[] {
  if (typeof node === 'string') return [];
  const own = node.attributes.dir === undefined ? [] : [`${node.tag}=${node.attributes.dir}`];
  return [...own, ...node.children.flatMap(directions)];
}
const renderDirections = (body: string) => renderPage(body).flatMap(directions);

test('renderPage adds no directions to a note with only left-to-right text [WEB-BIDI]', () => {
  expect(renderDirections('# hello\n\n- item\n\n> quote\n\n`code`')).toEqual([]);
});

test.each([
  ['a paragraph', 'مرحبا', ['p=auto']],
  ['a heading', '# שלום', ['h1=auto']],
  ['items of a tight list', '- مرحبا\n- hello', ['li=auto', 'li=auto']],
  ['items of a loose list', '- مرحبا\n\n- hello', ['li=rtl', 'p=auto', 'li=auto', 'p=auto']],
  ['a task', '- [ ] مهمة', ['li=auto']],
  ['a list within an item', '- مرحبا\n  - hello', ['li=rtl', 'li=auto']],
  ['a quote', '> مرحبا\n>\n> hello', ['blockquote=rtl', 'p=auto', 'p=auto']],
  ['a quote from left to right', '> hello\n>\n> مرحبا', ['blockquote=auto', 'p=auto', 'p=auto']],
  ['a table', '| اسم | n |\n|---|---|\n| a | ب |', ['table=rtl', 'th=auto', 'th=auto', 'td=auto', 'td=auto']],
  ['code', '```\nمرحبا\n```\n\n`code` مرحبا', ['pre=ltr', 'p=auto', 'code=ltr']],
])('renderPage gives %s the direction of its first letter, and ltr to code [WEB-BIDI]', (_what, body, expected) => {
  expect(renderDirections(body)).toEqual(expected);
});

test.each([
  ['hello مرحبا', 'ltr'],
  ['123 – مرحبا hello', 'rtl'],
  ['\u200f123', 'rtl'],
  ['ߒߞߏ', 'rtl'],
  ['漢字', 'ltr'],
  ['12 + 3', undefined],
])('textDirection of %j is that of its first strong character: %s [WEB-BIDI]', (text, expected) => {
  expect(textDirection(text)).toBe(expected);
});
