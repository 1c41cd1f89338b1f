import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFolders } from '../src/library/folders.js';

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'notes-folders-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('createFolders creates missing folders and returns the topmost of them', () => {
  const root = temporaryFolder();
  expect(createFolders(join(root, 'a/b/c'), 0o700)).toBe(join(root, 'a'));
  expect(statSync(join(root, 'a/b')).mode & 0o777).toBe(0o700);
  expect(createFolders(join(root, 'a/b/c'))).toBeUndefined();
});

test('createFolders throws the error of the system when a file has the path', () => {
  const root = temporaryFolder();
  writeFileSync(join(root, 'file'), '');
  expect(() => createFolders(join(root, 'file'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(() => createFolders(join(root, 'file/below/it'))).toThrow(/EEXIST|ENOTDIR/);
});

test.skipIf(process.platform === 'win32')('createFolders names a link to a folder that does not exist', () => {
  const root = temporaryFolder();
  const [link, target] = [join(root, 'link'), join(root, 'disk/notes')];
  symlinkSync(target, link);
  const expected = { reason: 'read_only', message: expect.stringContaining(`${link} is a link to ${target}, which`) };
  for (const path of [link, join(link, 'below/it')])
    expect(() => createFolders(path)).toThrow(expect.objectContaining(expected));
  expect(existsSync(join(root, 'disk'))).toBe(false);
});

test.for(['/proc/notes/data', '/proc/self/notes', '/sys/notes/data'])(
  'createFolders throws for %s, whose file system accepts no new folders [DATA-DIR-PSEUDO]',
  (path, context) => {
    if (!existsSync(path.split('/', 2).join('/'))) return context.skip(`there is no ${path.split('/', 2).join('/')}`);
    expect(() => createFolders(path)).toThrow();
    expect(existsSync(path)).toBe(false);
  },
);
