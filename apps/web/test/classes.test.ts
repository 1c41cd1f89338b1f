import { readdirSync, readFileSync } from 'node:fs';
import { calloutKinds, renderNote, type SafeNode } from '@notes/markdown-view';
import { expect, it } from 'vitest';

const kinds = [...calloutKinds, 'other'];
const body = `---
a: b
---
- [ ] a task[^1]

| a | b | c |
|:--|:-:|--:|
| 1 | 2 | 3 |

$$
x
$$

$y$, <https://example.org>, [[ ]], [dead](javascript:x)

<b>raw</b>

<div>

[^1]: A footnote

${kinds.map((kind) => `> [!${kind}] ${kind}\n> text\n`).join('\n')}`;

const listClasses = (node: SafeNode): string[] =>
  typeof node === 'string' ? [] : [...(node.attributes.class?.split(' ') ?? []), ...node.children.flatMap(listClasses)];

const classes = new Set(renderNote(body).flatMap(({ json }) => listClasses(JSON.parse(json) as SafeNode)));

/** First classes of all selectors outside the folder `reading`. */
const styled = readdirSync('src', { encoding: 'utf8', recursive: true })
  .filter((path) => path.endsWith('.css') && !path.startsWith('reading'))
  .flatMap((path) => readFileSync(`src/${path}`, 'utf8').match(/(?<=(?:^|[{},(\n])\s*\.)[\w-]+/g) ?? []);

it('classes in rendered notes are styled only by the stylesheets in reading', () => {
  expect([...classes]).toEqual(
    expect.arrayContaining(['prose-task', 'callout-note', 'front-matter', 'footnotes', 'end']),
  );
  expect(styled.filter((name) => classes.has(name))).toEqual([]);
});
