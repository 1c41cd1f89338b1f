import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { acquireLock, StorageError } from '@notes/storage';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeScratchFolder, withScratchFolder } from '../../src/exchange/archive/scratch-folder.js';
import { temporaryFolder } from '../support.js';

const LONG_AGO = new Date(0);
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function leftBehind(name: string, lockedAt: Date): string {
  const path = join(folder, name);
  mkdirSync(path);
  acquireLock(join(path, 'lock'), 'a process that is gone').release();
  utimesSync(join(path, 'lock'), lockedAt, lockedAt);
  return path;
}

it.skipIf(process.platform === 'win32')(
  'makeScratchFolder removes scratch folders of ended processes and no others',
  () => {
    const dead = leftBehind('notes-verify-dead', LONG_AGO);
    writeFileSync(join(dead, 'notes.db'), 'what was made');
    leftBehind('notes-verify-young', new Date());
    symlinkSync(leftBehind('elsewhere', LONG_AGO), join(folder, 'notes-verify-link'));
    mkdirSync(join(folder, 'notes-verify-foreign'));
    writeFileSync(join(folder, 'notes-verify-foreign', 'letter.txt'), 'x');
    const live = makeScratchFolder();
    utimesSync(join(live.path, 'lock'), LONG_AGO, LONG_AGO);
    const next = makeScratchFolder();
    const kept = ['elsewhere', 'notes-verify-foreign', 'notes-verify-link', 'notes-verify-young'];
    expect(readdirSync(folder).sort()).toEqual([...kept, basename(live.path), basename(next.path)].sort());
    for (const each of [live, next]) each.remove();
    expect(readdirSync(folder).sort()).toEqual(kept);
  },
);

it('withScratchFolder removes the folder, and names it when its disk is full [ARC-UNREADABLE]', async () => {
  const full = new StorageError('full', 'The disk is full');
  await expect(withScratchFolder(() => Promise.reject(full))).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: expect.stringMatching(
      /^The disk of the folder for temporary files, (.+), is full, .*, or set (?:TMPDIR|TEMP) to a folder on a disk/,
    ),
    cause: full,
  });
  const other = new Error('other');
  await expect(withScratchFolder(() => Promise.reject(other))).rejects.toBe(other);
  expect(await withScratchFolder((path) => Promise.resolve(readdirSync(path).includes('lock')))).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});
