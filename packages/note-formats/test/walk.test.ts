import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_RULES, folderTree } from '../src/index.js';
import { markdownSource } from '../src/markdown/source.js';
import { temporaryFolder, writeFiles } from './support.js';

const list = (root: string, signal?: AbortSignal) =>
  markdownSource(folderTree(root), { vault: false }, DEFAULT_RULES).list(signal);

test('folderTree lists Markdown files in a fixed order and counts the other files', async () => {
  const root = temporaryFolder();
  writeFiles(root, {
    'b.md': '',
    'a.MARKDOWN': '',
    'Z.md': '',
    'sub/x.md': '',
    'sub/deep/y.md': '',
    'a-folder/n.md': '',
    'picture.png': '',
    readme: '',
    'x.md.bak': '',
    '.hidden.md': '',
    '._b.md': '\0',
    'sub/._x.md': '\0',
    '.obsidian/app.md': '',
    '.trash/t.md': '',
    '.git/g.md': '',
    'node_modules/m.md': '',
  });
  const { notes, others, skipped, complete } = await list(root);
  expect(notes.map(({ path }) => path)).toEqual([
    '.hidden.md',
    'Z.md',
    'a.MARKDOWN',
    'b.md',
    'a-folder/n.md',
    'sub/x.md',
    'sub/deep/y.md',
  ]);
  expect({ others, complete }).toEqual({ others: 3, complete: true });
  expect(skipped).toEqual(['._b.md', '.git/', '.obsidian/', '.trash/', 'node_modules/', 'sub/._x.md']);
  expect(notes.at(-1)?.folder).toEqual(['sub', 'deep']);
});

test('folderTree follows no links, opens no pipes and rejects names that are not UTF-8', async () => {
  const root = temporaryFolder();
  const outside = temporaryFolder();
  writeFiles(outside, { 'secret.md': 'x' });
  symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'));
  symlinkSync(outside, join(root, 'linked-folder'));
  symlinkSync(root, join(root, 'circle.md'));
  execFileSync('mkfifo', [join(root, 'pipe.md')]);
  writeFileSync(Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.from([0xff]), Buffer.from('.md')]), 'x');
  const odd = Buffer.concat([Buffer.from(`${root}/dir-`), Buffer.from([0xfe])]);
  mkdirSync(odd);
  writeFileSync(Buffer.concat([odd, Buffer.from('/n.md')]), 'x');
  mkdirSync(join(root, 'folder.md'));
  symlinkSync('nowhere', join(root, 'broken'));
  const { notes, others, links } = await list(root);
  expect(Object.fromEntries(notes.map(({ path, rejection }) => [path, rejection?.reason]))).toEqual({
    'bad-\ufffd.md': 'bad_name',
    'circle.md': 'symlink',
    'link.md': 'symlink',
    'pipe.md': 'not_a_file',
    'dir-\ufffd/n.md': 'bad_name',
  });
  expect(others).toBe(2);
  expect(links).toEqual([
    { path: 'broken', isFolder: false },
    { path: 'linked-folder', isFolder: true },
  ]);
});

test('folderTree reports an unreadable folder as a rejection', async () => {
  const root = join(temporaryFolder(), 'gone');
  const { notes } = await list(root);
  expect(notes.map(({ rejection }) => rejection)).toEqual([
    { reason: 'unreadable', message: 'cannot be read (ENOENT)' },
  ]);
});

test('folderTree stops when it is aborted', async () => {
  const root = temporaryFolder();
  writeFiles(root, { 'a.md': '' });
  expect(await list(root, AbortSignal.abort())).toMatchObject({ notes: [], others: 0, skipped: [], complete: false });
});

test('folderTree skips hidden folders, node_modules and the backups of Logseq', async () => {
  const root = temporaryFolder();
  const backups = { 'logseq/bak/pages/A/1.md': '', 'logseq/.recycle/b.md': '', 'graph/logseq/bak/c.md': '' };
  writeFiles(root, {
    ...backups,
    'node_modules/d.md': '',
    'bak/e.md': '',
    'logseq/f.md': '',
    'logseq/pages/bak/g.md': '',
  });
  const { notes, skipped } = await list(root);
  expect(notes.map(({ path }) => path)).toEqual(['bak/e.md', 'logseq/f.md', 'logseq/pages/bak/g.md']);
  expect(skipped).toEqual(['node_modules/', 'graph/logseq/bak/', 'logseq/.recycle/', 'logseq/bak/']);
});
