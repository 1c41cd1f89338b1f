import { syntaxTree } from '@codemirror/language';
import { EditorState, RangeSet } from '@codemirror/state';
import { Tree } from '@lezer/common';
import { signal } from '@preact/signals';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markdown } from '../language.js';
import type { BlockPart } from './block-parts.js';
import { followBlocks } from './follow-blocks.js';
import { noteFacts } from './note-facts.js';
import type { RenderableBlock } from './renderable-blocks.js';

type Blocks = RangeSet<RenderableBlock>;

const NONE = {
  tree: Tree.empty,
  title: '',
  single: RangeSet.empty as Blocks,
  parts: RangeSet.empty as RangeSet<BlockPart>,
  groups: [],
  all: RangeSet.empty as Blocks,
};

/** Pieces of Markdown, from which notes and their changes are made. */
const pieces = [
  ...['a', '\n', '\n\n', '---\n', 'k: v\n', '> [!note] t\n> x\n', '| a | b |\n|-|-|\n| c | d |\n', '$$\nx\n$$\n'],
  ...['```mermaid\ngraph\n```\n', '```\n', '- item\n', '  ', '![[x]]\n', '![a](b)\n\n', '> ', '# h\n', '$$'],
  ...['%%', '%% x', '%%\n\n', '<div>\n\n', '</div>\n\n', '<details>\nx\n', '</details>\n', '- > [!tip] t\n'],
];
const someText = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));

function listBlocks(all: Blocks): string[] {
  const found: string[] = [];
  all.between(0, 1e9, (from, to, { kind, indent }) => {
    found.push(`${from}-${to} ${kind} ${indent}`);
  });
  return found.sort();
}

const extensions = [markdown.extension, noteFacts.of({ owner: () => undefined, title: signal('h') })];

const examples: [string, { at: number; length: number; insert: string }[]][] = [
  // A character before front matter makes text of it, which the parser does not parse again.
  ['---\nk: v\n<div>\n\n---\n> x\n', [{ at: 0, length: 0, insert: 'a' }]],
  // Only the indentation of a block is left.
  ['x\n\n  <details>\n\ny', [{ at: 5, length: 9, insert: '' }]],
  // Only line breaks are left.
  ['$$\nx\n$$\n', [{ at: 0, length: 7, insert: '\n\n' }]],
];

it('blocks that follow a change are those of the new text', () => {
  const edit = fc.record({ at: fc.nat(), length: fc.nat({ max: 30 }), insert: someText });
  fc.assert(
    fc.property(someText, fc.array(edit, { minLength: 1, maxLength: 4 }), (text, edits) => {
      let state = EditorState.create({ doc: text, extensions });
      let known = { ...followBlocks(NONE, state, undefined), tree: syntaxTree(state) };
      for (const { at, length, insert } of edits) {
        const from = at % (state.doc.length + 1);
        const to = Math.min(state.doc.length, from + length);
        const transaction = state.update({ changes: { from, to, insert } });
        state = transaction.state;
        known = { ...followBlocks(known, state, transaction.changes), tree: syntaxTree(state) };
      }
      // A busy machine may not parse everything at once; the rest then follows later.
      fc.pre(known.tree.length === state.doc.length);
      // The parser may reuse a block whose end only later text decides; the blocks are those of its tree.
      const fresh = followBlocks(NONE, state, undefined);
      expect(listBlocks(known.all)).toEqual(listBlocks(fresh.all));
      expect(known.groups).toEqual(fresh.groups);
    }),
    { numRuns: 300, examples },
  );
});
