import { Tree, TreeFragment } from '@lezer/common';
import { classHighlighter, highlightTree } from '@lezer/highlight';
import { InlineContext } from '@lezer/markdown';
import { describe, expect, it } from 'vitest';
import { markdown } from './language.js';

/** Returns the length in characters of the longest part that contains marks, which a key press in it parses again. */
function longestMarked(tree: Tree): number {
  let longest = 0;
  tree.iterate({
    enter: ({ node, from, to }) => {
      if (/^(?:Paragraph|Table|Task|.+Heading\d)$/.test(node.name) && node.firstChild)
        longest = Math.max(longest, to - from);
    },
  });
  return longest;
}

/** Returns the nodes of a tree that are not in the known set. */
function collectTrees(tree: Tree, known: ReadonlySet<Tree> = new Set()): Set<Tree> {
  const found = new Set<Tree>();
  const look = [tree];
  for (let next = look.pop(); next !== undefined; next = look.pop()) {
    if (known.has(next)) continue;
    found.add(next);
    look.push(...next.children.filter((child) => child instanceof Tree));
  }
  return found;
}

/** Types a letter at an offset; returns the new text and its tree. */
function typeCharacter(before: string, at: number, known: Tree): { readonly body: string; readonly tree: Tree } {
  const change = { fromA: at, toA: at, fromB: at, toB: at + 1 };
  const body = `${before.slice(0, at)}x${before.slice(at)}`;
  return { body, tree: markdown.parser.parse(body, TreeFragment.applyChanges(TreeFragment.addTree(known), [change])) };
}

const hostile = {
  'quotes within quotes': `${'> '.repeat(10_000)}deep`,
  'quotes within quotes, on a line that is read': `${'> '.repeat(4_000)}deep`,
  'lists within lists': `${'- '.repeat(4_000)}deep`,
  'emphasis within emphasis': '*a '.repeat(100_000) + 'a* '.repeat(100_000),
  'pictures within pictures': `${'!['.repeat(100_000)}a${'](b)'.repeat(100_000)}`,
  'one line': 'a *word* of [one](line) '.repeat(30_000),
  'one paragraph': 'a *line* of [one](paragraph)\n'.repeat(30_000),
  'one table': `|a|b|\n|-|-|\n${'| *a* | b |\n'.repeat(60_000)}`,
  'emphasis over lines': `${'*a '.repeat(1_000)}\n`.repeat(6) + `${'a* '.repeat(1_000)}\n`.repeat(6),
};

describe('the parser of the editor', () => {
  it.each(Object.entries(hostile))('splits %s into parts that can be highlighted', (_, body) => {
    const tree = markdown.parser.parse(body);
    expect(longestMarked(tree)).toBeLessThan(35_000);
    expect(() => highlightTree(tree, classHighlighter, () => undefined)).not.toThrow();
  });

  it('reads each space of a long run a few times at most', () => {
    const { prototype } = InlineContext;
    const { char } = prototype;
    let reads = 0;
    prototype.char = function count(at) {
      reads += 1;
      return char.call(this, at);
    };
    const body = `a${' '.repeat(9_000)}b\n`;
    markdown.parser.parse(body);
    prototype.char = char;
    expect(reads).toBeLessThan(10 * body.length);
  });

  it.each([
    ['list', '- a task\n  - another\n'],
    ['numbered list', '1. an item\n'],
    ['row of paragraphs', 'Some words.\n\n'],
  ])('creates few new nodes for a key press in a long %s', (_, lines) => {
    const body = lines.repeat(10_000);
    for (const at of [9, body.length / 2 - 2, body.length - 2]) {
      const first = typeCharacter(body, at, markdown.parser.parse(body));
      const second = typeCharacter(first.body, at + 1, first.tree);
      expect(collectTrees(second.tree, collectTrees(first.tree)).size).toBeLessThan(500);
      expect(String(second.tree)).toBe(String(markdown.parser.parse(second.body)));
    }
  });

  it('parses lines of usual length as Markdown', () => {
    const names: string[] = [];
    markdown.parser
      .parse(`# a\n\n${'word '.repeat(1_900)}*b*\n`)
      .iterate({ enter: ({ name }) => void names.push(name) });
    expect(names).toEqual([
      'Document',
      'ATXHeading1',
      'HeaderMark',
      'Paragraph',
      'Emphasis',
      'EmphasisMark',
      'EmphasisMark',
    ]);
  });
});
