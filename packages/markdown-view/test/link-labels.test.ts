import { parseMarkdown } from '@notes/markdown-blocks';
import { expect, test } from 'vitest';
import { renderPage, type SafeNode } from '../src/index.js';

const NBSP = '\u00a0';

/** Addresses of rendered links. */
function listAddresses(node: SafeNode): (string | undefined)[] {
  if (typeof node === 'string') return [];
  const { attributes, children } = node;
  return [...(node.tag === 'a' ? [attributes.href] : []), ...children.flatMap(listAddresses)];
}

test.each([
  { reference: `a${NBSP}b`, label: `A${NBSP}B`, isLink: true },
  { reference: `a${NBSP}b`, label: 'a b', isLink: false },
  { reference: `a${NBSP}${NBSP}b`, label: `a${NBSP}b`, isLink: false },
  { reference: `${NBSP}a`, label: 'a', isLink: false },
  { reference: 'a \t\n b', label: ' a b ', isLink: true },
  { reference: 'ẞ', label: 'ss', isLink: true },
])('rendering and the link index agree on $reference for the label $label', ({ reference, label, isLink }) => {
  const note = `[x][${reference}]\n\n[${label}]: https://example.com/\n`;
  const expected = isLink ? ['https://example.com/'] : [];
  expect(parseMarkdown(note).links.map(({ target }) => target)).toEqual(expected);
  expect(renderPage(note).flatMap(listAddresses)).toEqual(expected);
});

test('rendering resolves one use of each definition, beyond the limit for repeated uses', () => {
  const definitions = Array.from({ length: 600 }, (_, at) => `[a${at}]: https://example.com/${'x'.repeat(1_900)}\n`);
  const uses = definitions.map((_, at) => `[x][a${at}]`).join(' ');
  const rendered = renderPage(`${uses}\n\n${definitions.join('')}`).flatMap(listAddresses);
  expect(rendered).toHaveLength(definitions.length);
});
