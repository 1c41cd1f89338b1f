import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { computeTreeDigest } from './tree-digest.js';

it('treeDigest changes with names and contents of files, but not with files of desktop environments', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-tree-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'a'));
  writeFileSync(join(folder, 'a', 'note.md'), 'text');
  const written = await computeTreeDigest(folder);
  for (const path of ['.DS_Store', 'a/.DS_Store', 'a/Thumbs.db', 'a/desktop.ini'])
    writeFileSync(join(folder, path), 'icons');
  expect(await computeTreeDigest(folder)).toBe(written);
  for (const path of ['a/other.md', 'a/.hidden', 'b.md']) {
    writeFileSync(join(folder, path), '');
    expect(await computeTreeDigest(folder)).not.toBe(written);
    rmSync(join(folder, path));
  }
  writeFileSync(join(folder, 'a', 'note.md'), 'Text');
  expect(await computeTreeDigest(folder)).not.toBe(written);
});
