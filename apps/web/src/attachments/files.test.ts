import { EditorState } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { toMarkdown } from './files.js';
import { placedUploads, placeUploads, replaceUpload } from './placed-uploads.js';
import type { Upload } from './uploads.js';

test('toMarkdown escapes characters of a file name that would end the link or bind more strongly', () => {
  const uri = 'resource://default/resources/res_1';
  expect(toMarkdown({ uri, filename: 'a](b).png', mime_type: 'image/png' })).toBe(`![a\\](b).png](${uri})`);
  expect(toMarkdown({ uri, filename: '`$[x\\<', mime_type: 'text/html' })).toBe(`[\\\`\\$\\[x\\\\\\<](${uri})`);
});

/** Creates uploads in flight; the test sets their results. */
const uploads = (count: number) =>
  Array.from({ length: count }, () => {
    const state = { kind: 'sending' };
    return { state: { peek: () => state }, stored: () => (state.kind = 'stored') };
  });

test.each([
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
])('files of one batch keep their order in the text when they are stored in the order %i, %i, %i', (...order) => {
  const files = uploads(3);
  const batch = files as unknown as Upload[];
  let state = EditorState.create({ doc: 'before after', selection: { anchor: 7 }, extensions: placedUploads });
  state = state.update(placeUploads(batch, { at: 7 })).state;
  for (const index of order) {
    files[index]?.stored();
    state = state.update(replaceUpload(state, batch[index] as Upload, `[${index}]`).transaction).state;
    state = state.update({ changes: { from: state.doc.length, insert: '.' } }).state;
  }
  expect(state.doc.toString()).toBe('before [0]\n[1]\n[2]after...');
  expect(state.selection.main.head).toBe('before [0]\n[1]\n[2]'.length);
});

test('a cancelled upload leaves no text, and text typed at its position follows it', () => {
  const [first, second] = uploads(2) as unknown as Upload[];
  let state = EditorState.create({ doc: 'ab', extensions: placedUploads });
  state = state.update(placeUploads([first as Upload, second as Upload], { at: 1 })).state;
  state = state.update({ changes: { from: 1, insert: 'typed' } }).state;
  state = state.update(replaceUpload(state, first as Upload, '').transaction).state;
  state = state.update(replaceUpload(state, second as Upload, '[2]').transaction).state;
  expect(state.doc.toString()).toBe('a[2]typedb');
  expect(state.field(placedUploads)).toEqual([]);
});

describe.each([
  [0, 1],
  [1, 0],
])('files beside a block, stored in the order %i, %i,', (...order) => {
  test.each([
    ['after', '> block|', '> block\n\n[0]\n\n[1]'],
    ['after', '> block|\n', '> block\n\n[0]\n\n[1]\n'],
    ['after', '> block|\nnext', '> block\n\n[0]\n\n[1]\n\nnext'],
    ['after', '> block|\n\nnext', '> block\n\n[0]\n\n[1]\n\nnext'],
    ['after', '- a\n\n  > block|\n\n- b', '- a\n\n  > block\n\n  [0]\n\n  [1]\n\n- b'],
    ['before', '|> block', '[0]\n\n[1]\n\n> block'],
    ['before', 'text\n|> block', 'text\n\n[0]\n\n[1]\n\n> block'],
    ['before', 'text\n\n|> block', 'text\n\n[0]\n\n[1]\n\n> block'],
    ['before', '- a\n\n|  > block', '- a\n\n  [0]\n\n  [1]\n\n  > block'],
  ] as const)('become a paragraph each, %s it in %j', (beside, marked, expected) => {
    const files = uploads(2);
    const batch = files as unknown as Upload[];
    const at = marked.indexOf('|');
    let state = EditorState.create({ doc: marked.replace('|', ''), extensions: placedUploads });
    state = state.update(placeUploads(batch, { at, beside })).state;
    for (const index of order) {
      files[index]?.stored();
      const replacement = replaceUpload(state, batch[index] as Upload, `[${index}]`);
      state = state.update(replacement.transaction).state;
      expect(state.sliceDoc(replacement.at, replacement.at + 3)).toBe(`[${index}]`);
    }
    expect(state.doc.toString()).toBe(expected);
  });
});
