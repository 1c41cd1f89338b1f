import { join } from 'node:path';
import { expect, test } from 'vitest';
import { invoke } from '../../src/index.js';
import { temporaryFolder, testLibrary, writeFiles } from './support.js';

const files = { 'sub/a.md': 'alpha text', 'sub/deep/b.md': 'beta text' };

test.each([
  ['a subfolder imported before its parent folder', 'sub', '', 'sub', 2],
  ['a parent folder imported before its subfolder', '', 'sub', 'Top', 2],
])('importFolder counts the notes of %s as at other paths [IMPORT-AGAIN]', async (_, first, second, name, notes) => {
  const at = await testLibrary();
  const root = join(temporaryFolder(), 'Top');
  writeFiles(root, files);
  const { source } = await at.run(join(root, first));
  expect(source).toMatch(new RegExp(`^${name}-`));
  for (const dry_run of [true, false]) {
    const { looks_imported } = await at.run(join(root, second), { dry_run });
    expect(looks_imported).toEqual([{ source, notes, at_other_paths: notes }]);
  }
});

test.each([
  ['obsidian', 'markdown'],
  ['markdown', 'obsidian'],
] as const)(
  'importFolder finds the notes of a folder imported as %s when it is imported as %s [IMPORT-AGAIN]',
  async (was, is) => {
    const at = await testLibrary();
    const root = join(temporaryFolder(), 'Vault');
    const attached = { 'c/d.md': '![[p.png]]\n', 'img/p.png': 'PNG' };
    writeFiles(root, { ...files, ...attached });
    const { source } = await at.run(root, { format: was });
    writeFiles(root, { 'new.md': 'new text', 'sub/a.md': 'changed' });
    for (const dry_run of [true, false]) {
      const { looks_imported } = await at.run(root, { format: is, dry_run });
      expect(looks_imported).toEqual([{ format: was, source, notes: 3, at_other_paths: 0 }]);
    }
    expect(await at.run(root, { format: is })).toMatchObject({ imported: 0, looks_imported: [] });
    const moved = join(temporaryFolder(), 'Moved');
    writeFiles(moved, { 'b.md': 'beta text', 'unlike.md': 'gamma text' });
    const { looks_imported } = await at.run(moved, { format: is, dry_run: true });
    expect(looks_imported).toMatchObject([{ source, notes: 1, at_other_paths: 1 }]);
  },
);

test('importFolder resumes with the counts of notes in another format', async () => {
  const at = await testLibrary();
  const root = temporaryFolder();
  writeFiles(root, Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`n${index}.md`, `text ${index}`])));
  const { source } = await at.run(root);
  const stop = new AbortController();
  const progress = (done: number) => {
    if (done > 0) stop.abort();
  };
  const input = { format: 'obsidian', path: root } as const;
  expect(await invoke('importFolder', { ...at.context, progress, signal: stop.signal }, input)).toMatchObject({
    interrupted: true,
  });
  const { looks_imported } = await at.run(root, { format: 'obsidian', resume: true });
  expect(looks_imported).toEqual([{ format: 'markdown', source, notes: 150, at_other_paths: 0 }]);
});

test('importFolder prefers, of earlier notes with the same text, the one at the same path [IMPORT-AGAIN]', async () => {
  const at = await testLibrary();
  const root = temporaryFolder();
  writeFiles(join(root, 'one/sub'), { 'a.md': 'alpha text' });
  writeFiles(join(root, 'two'), { 'a.md': 'alpha text' });
  writeFiles(join(root, 'three'), { 'a.md': 'alpha text' });
  await at.run(join(root, 'one'));
  const { source } = await at.run(join(root, 'two'), { source: 'two' });
  const { looks_imported } = await at.run(join(root, 'three'), { dry_run: true });
  expect(looks_imported).toEqual([{ source, notes: 1, at_other_paths: 0 }]);
});

test('importFolder resumes with the counts of notes at other paths', async () => {
  const at = await testLibrary();
  const root = join(temporaryFolder(), 'Top');
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`sub/n${index}.md`, `text ${index}`]));
  writeFiles(root, many);
  const { source } = await at.run(join(root, 'sub'));
  const stop = new AbortController();
  const progress = (done: number) => {
    if (done > 0) stop.abort();
  };
  const input = { format: 'markdown', path: root } as const;
  const stopped = await invoke('importFolder', { ...at.context, progress, signal: stop.signal }, input);
  expect(stopped.interrupted).toBe(true);
  const { looks_imported } = await at.run(root, { resume: true });
  expect(looks_imported).toEqual([{ source, notes: 150, at_other_paths: 150 }]);
});

test('importFolder of an export counts none of its own notes as imported already, also those of equal texts', async () => {
  const at = await testLibrary();
  for (const title of ['One', 'Two']) await invoke('createDocument', at.context, { title, body: 'text' });
  const directory = join(temporaryFolder(), 'out');
  await invoke('exportNotes', at.context, { format: 'markdown', directory });
  const there = await testLibrary();
  expect(await there.run(directory, { source: 'one' })).toMatchObject({ imported: 2, looks_imported: [] });
  expect(await there.run(directory, { source: 'two', on_duplicate: 'copy' })).toMatchObject({ looks_imported: [] });
});
