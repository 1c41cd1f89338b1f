import { expect, test } from 'vitest';
import type { FileItem } from '../src/item.js';
import { FileIndex } from '../src/markdown/file-index.js';

const toFile = (path: string) => ({ path }) as FileItem;

test.each([
  ['pic.png', 'att/pic.png'],
  ['Pic.PNG', 'att/Pic.PNG'],
  ['att/pic.png', 'att/pic.png'],
  ['PIC.png', 'att/PIC.PNG'],
  ['u\u0308.png', 'att/\u00fc.png'],
])(
  'FileIndex in a vault finds %s as %s, preferring the given spelling of files that are equally near',
  (path, found) => {
    const paths = [
      'att/PIC.PNG',
      'att/Pic.PNG',
      'att/pic.png',
      'att/\u00dc.png',
      'att/\u00fc.png',
      'other/folder/pic.png',
    ];
    const index = new FileIndex(paths.map(toFile), []);
    expect(index.resolve({ path, folder: ['notes'], inVault: true })).toEqual({ path: found });
  },
);

test('FileIndex in a vault prefers a file below the folder of the note to one in the given spelling elsewhere', () => {
  const index = new FileIndex(['pics/pic.png', 'notes/far/below/Pic.PNG'].map(toFile), []);
  expect(index.resolve({ path: 'pic.png', folder: ['notes'], inVault: true })).toEqual({
    path: 'notes/far/below/Pic.PNG',
  });
});
