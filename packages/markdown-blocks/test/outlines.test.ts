import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../src/index.js';

const blocks = (body: string) =>
  parseMarkdown(body).blocks.map(({ kind, startByte, endByte }) => [
    kind,
    Buffer.from(body).subarray(startByte, endByte).toString(),
  ]);

describe('bullets after a tab directly under a heading', () => {
  it('are a list, as in outliners', () => {
    const body = '## Usage\n\t- one [[A]]\n\t\t- two [[B]]\n\t  still two\n\n\t- three\n';
    expect(blocks(body).map(([kind]) => kind)).toEqual(['heading', 'list_item', 'list_item', 'list_item']);
    expect(parseMarkdown(body).links.map(({ target }) => target)).toEqual(['A', 'B']);
  });

  it('contain tasks and headings', () => {
    const note = parseMarkdown('# A\r\n\t- [ ] do\r\n\t- ## B\r\n\t\t- c\r\n');
    expect(note.tasks.map(({ text }) => text)).toEqual(['do']);
    expect(note.headings.map(({ text }) => text)).toEqual(['A', 'B']);
  });

  it.each([
    ['behind spaces', '# A\n    - code [[A]]\n'],
    ['behind a blank line', '# A\n\n\t- code [[A]]\n'],
    ['under a paragraph and a blank line', 'text\n\n\t- code [[A]]\n'],
    ['under a list that is none of an outline', '# A\n- a\n# B\n\n\t- code [[A]]\n'],
    ['without a bullet', '# A\n\tcode [[A]]\n'],
    ['after code', '# A\n\tcode\n\t- code [[A]]\n'],
  ])('are code %s', (_, body) => {
    const note = parseMarkdown(body);
    expect(note.blocks.at(-1)?.kind).toBe('code');
    expect(note.links).toEqual([]);
  });
});
