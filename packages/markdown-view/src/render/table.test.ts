import { expect, test } from 'vitest';
import { renderNote } from './note.js';

const render = (body: string) => renderNote(body).map(({ json }) => json);

test.each([
  ['x \\| y', 'x | y'],
  ['`a\\|b`', 'a|b'],
  ['**`a\\|b`**', 'a|b'],
  ['$\\|x\\|$', '|x|'],
  ['[[Plan\\|called so]]', 'called so'],
])('a cell of %j shows %j', (written, shown) => {
  expect(render(`| A |\n|---|\n| ${written} |\n`).join('')).toContain(JSON.stringify(shown));
});

test('code outside tables keeps the backslash before a pipe', () => {
  expect(render('| `a\\|b` |\n|---|\n\n`a\\|b`\n').at(-1)).toContain('"a\\\\|b"');
});
