import { syntaxTree } from '@codemirror/language';
import { expect, it } from 'vitest';
import { createTextEditor } from '../testing.js';
import { markDecoration } from './inline-marks.js';

/** Returns a line of Markdown without the marks that the live view hides. */
function show(line: string): string {
  const { state } = createTextEditor(`${line}|`).view;
  let shown = '';
  let at = 0;
  syntaxTree(state).iterate({
    enter: (node) => {
      if (markDecoration(state, node) === undefined) return;
      shown += line.slice(at, node.from);
      at = node.to;
    },
  });
  return shown + line.slice(at);
}

it.each([
  ['[text](https://example.com/)', 'text'],
  ['[https://example.com/](https://example.com/)', 'https://example.com/'],
  ['[see www.example.com now](<a b.md> "Title")', 'see www.example.com now'],
  ['[a@example.com][label]', 'a@example.com'],
  ['[**https://example.com/**](a.md)', 'https://example.com/'],
  ['[see [1]](a.md)', 'see [1]'],
  ['https://example.com/', 'https://example.com/'],
])('the live view of %s shows the text of the link', (line, shown) => {
  expect(show(line).replace(/ +/g, ' ').trim()).toBe(shown);
});
