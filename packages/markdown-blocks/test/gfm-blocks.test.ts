import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../src/index.js';

const kinds = (body: string) =>
  parseMarkdown(body).blocks.map(({ kind, level }) => (level === null ? kind : `h${level}`));

/** Bodies and the kinds of their blocks, those inside containers included. */
type Rows = readonly (readonly [body: string, ...kinds: string[]])[];

describe('tables', () => {
  const rows: Rows = [
    ['| foo | bar |\n| --- | --- |\n| baz | bim |\n', 'table'],
    ['| abc | defghi |\n:-: | -----------:\nbar | baz\n', 'table'],
    ['| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n', 'table', 'quote'],
    ['| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n', 'table', 'paragraph'],
    ['| abc | def |\n| --- |\n| bar |\n', 'paragraph'],
    ['| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n', 'table'],
    ['| abc | def |\n| --- | --- |\n', 'table'],
    ['| f\\|oo  |\n| ------ |\n| b `\\|` az |\n', 'table'],
    ['a\n| b | c |\n|---|---|\n', 'paragraph', 'table'],
    ['a | b\n- | -\n', 'paragraph', 'list_item'],
    ['a\n---\n', 'h2'],
    ['a\n:--\n', 'table'],
    ['| a |\n|---|\n    code\n', 'table', 'code'],
    ['| a |\n|---|\n# b\n', 'table', 'h1'],
    ['> | a |\n> |---|\n> | b |\n', 'quote', 'table'],
    ['> | a |\n> |---|\n| b |\n', 'quote', 'table', 'paragraph'],
    ['> | a |\n|---|\n', 'quote'],
    ['- | a |\n  |---|\n', 'list_item', 'table'],
    ['| a |\n|-+-|\n', 'paragraph'],
    ['| a |\n| |\n', 'paragraph'],
    ['[a]: /b\n| a |\n|---|\n', 'table'],
  ];
  test.each(rows)('%j is %s', (body, ...expected) => expect(kinds(body)).toEqual(expected));
});

describe('footnotes, math, callouts and front matter', () => {
  const rows: Rows = [
    ['[^a]: text\n', 'footnote'],
    ['[^a]: text\n\n    more\n\nless\n', 'footnote', 'paragraph'],
    ['[^a]: text\n\n  less\n', 'footnote', 'paragraph'],
    ['[^a]: text\n[^b]: text\n', 'footnote', 'footnote'],
    ['[^a]:\n    - item\n', 'footnote', 'list_item'],
    ['[^a b]: text\n', 'paragraph'],
    ['[^]: text\n', 'paragraph'],
    ['    [^a]: text\n', 'code'],
    ['$$\nx\n$$\ny\n', 'math', 'paragraph'],
    ['a\n$$\nx\n$$\n', 'paragraph', 'math'],
    ['$$x$$\n', 'math'],
    ['$$\\begin{x}\ny\n\\end{x}$$\n', 'math'],
    ['$$\nx\n', 'paragraph'],
    ['$$x$$ and $$y$$\n', 'paragraph'],
    ['$$\n# a\n\n- b\n$$\n', 'math'],
    ['- $$\n  x\n\nb\n\n$$\n', 'list_item', 'math', 'paragraph', 'paragraph'],
    ['> [!note]\n> text\n', 'callout'],
    ['> [!tip]- Folded\n', 'callout'],
    ['> text\n> [!note]\n', 'quote'],
    ['>\n\n[!note]\n', 'quote', 'paragraph'],
    ['> # [!note]\n', 'quote', 'h1'],
    ['---\na: b\n---\n# c\n', 'front_matter', 'h1'],
    ['\ufeff---\na: b\n...\nc\n', 'front_matter', 'paragraph'],
    ['---\na\n', 'thematic_break', 'paragraph'],
    ['---\na\n\n---\n', 'thematic_break', 'paragraph', 'thematic_break'],
    ['---\n# a\n\n---\n', 'thematic_break', 'h1', 'thematic_break'],
  ];
  test.each(rows)('%j is %s', (body, ...expected) => expect(kinds(body)).toEqual(expected));
});

test('containers nest 100 deep, and deeper marks are text', () => {
  const body = `${'> '.repeat(150)}a`;
  expect(kinds(body)).toEqual(Array.from({ length: 100 }, () => 'quote'));
  expect(kinds('+ '.repeat(150))).toHaveLength(100);
  expect(parseMarkdown(`${'> '.repeat(150)}[a](b)`).links).toHaveLength(1);
});

describe('lines that belong to a block', () => {
  const rows: Rows = [
    ['1.\ta\n\n    b\n', 'list_item'],
    ['> a\n<b>\n', 'quote'],
    ['```\n    ```\n# a\n', 'code'],
    ['[a]: b\n===\n', 'paragraph'],
    ['[a]: b\n-\n', 'paragraph'],
    ['[a]: b\n---\n', 'thematic_break'],
  ];
  test.each(rows)('%j is %s', (body, ...expected) => expect(kinds(body)).toEqual(expected));
});

describe('tasks', () => {
  const tasks = (body: string) => parseMarkdown(body).tasks.map(({ text, done }) => `${done ? 'x' : ' '} ${text}`);
  const rows: Rows = [
    ['- [ ] foo\n- [x] bar\n', '  foo', 'x bar'],
    ['- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim\n', 'x foo', '  bar', 'x baz', '  bim'],
    ['1. [ ] a\n2) [X] b\n', '  a', 'x b'],
    ['* [ ]\ta\n+ [x]  b\n', '  a', 'x b'],
    ['> - [ ] a\n>   b\n', '  a b'],
    ['[^n]: - [ ] a\n', '  a'],
    ['- [ ]\n', '  '],
    ['- [ ]\n  a\n', '  a'],
    ['- [ ]a\n- [] b\n- [-] c\n- \\[ ] d\n- [x](y) e\n'],
    ['[ ] a\n\n# [ ] b\n'],
    ['- a\n\n  [ ] b\n'],
    ['-\n\n[ ] a\n'],
    ['```\n- [ ] a\n```\n\n    - [ ] b\n\n`- [ ] c`\n\n$$\n- [ ] d\n$$\n'],
    ['<div>\n- [ ] a\n</div>\n'],
  ];
  test.each(rows)('%j has %j', (body, ...expected) => expect(tasks(body)).toEqual(expected));
});

describe('inline text of blocks', () => {
  const targets = (body: string) => parseMarkdown(body).links.map(({ target }) => target);
  const rows: Rows = [
    ['| [a](b) | [[c\\|d]] |\n|---|---|\n| www.x.org | e |\n', 'b', 'c', 'http://www.x.org'],
    ['| [a | b](c) |\n|---|---|\n'],
    ['> [a\n> b](c)\n[[d]]\n', 'c', 'd'],
    ['# [a](b) #\n\n[c](d)\n===\n', 'b', 'd'],
    ['- [a](b)\n  - [[c]]\n\n[^1]: <http://d>\n', 'b', 'c', 'http://d'],
    ['[a] [b][a]\n\n[a]: /c "t"\n', '/c', '/c'],
    ['> [a]: /c\n\n[a]\n', '/c'],
    ['```\n[a](b)\n```\n\n    [a](b)\n\n`[a](b)` <b c="[a](b)">\n\n$$\n[a](b)\n$$\n'],
    ['<div>\n[a](b)\n</div>\n\n---\n'],
    ['---\n[[a]]\n---\n[[b]]\n', 'a', 'b'],
  ];
  test.each(rows)('%j links to %j', (body, ...expected) => expect(targets(body)).toEqual(expected));
});
