import type { Tree } from '@lezer/common';
import { classHighlighter, highlightTree } from '@lezer/highlight';
import { describe, expect, it } from 'vitest';
import { markdown } from './language.js';

/** Characters of the longest part that holds marks: what a key in it makes the parser read. */
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
  it.each(Object.entries(hostile))('reads %s in parts, and they can be coloured', (_, body) => {
    const tree = markdown.parser.parse(body);
    expect(longestMarked(tree)).toBeLessThan(35_000);
    expect(() => highlightTree(tree, classHighlighter, () => undefined)).not.toThrow();
  });

  it('reads lines of a usual length as ever', () => {
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
