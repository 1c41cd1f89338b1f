import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as operations from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { expect, it, onTestFinished } from 'vitest';
import { openSession } from '../src/session.js';

const openAt = (config: ReturnType<typeof loadConfig>, missing: 'refuse' | 'make' | 'make-if-done') =>
  openSession({ loadOperations: async () => operations, config, missing, onNew: () => {}, onError: () => {} });

it('a library that another program creates during the command stays, and so does that of the command', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'library');
  const config = loadConfig({ dataDir }, {});
  const ours = await openAt(config, 'make-if-done');
  await ours.invoke('createDocument', { title: 'ours' });
  const theirs = await openAt(config, 'make');
  await theirs.invoke('createDocument', { title: 'theirs' });
  theirs.close();

  expect(() => ours.keep()).toThrow(/library got a library from another program meanwhile/);
  ours.close();

  const [draft = ''] = readdirSync(folder).filter((name) => name !== 'library');
  const findTitles = async (at: string) => {
    const session = await openAt(loadConfig({ dataDir: join(folder, at) }, {}), 'refuse');
    const titles = ['ours', 'theirs'].filter((title) => session.findNotes(title).length > 0);
    session.close();
    return titles;
  };
  expect([await findTitles('library'), await findTitles(draft)]).toEqual([['theirs'], ['ours']]);
  expect(existsSync(join(folder, draft, 'notes.db'))).toBe(true);
});

it('a first command that fails leaves nothing in an existing data directory, also beside the draft of a killed one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'notes-session-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = loadConfig({ dataDir }, {});
  mkdirSync(join(dataDir, '.new-killed'));
  const failed = await openAt(config, 'make-if-done');
  expect(readdirSync(dataDir)).toEqual([expect.stringMatching(/^\.new-/), expect.stringMatching(/^\.new-/)]);
  failed.close();
  expect(readdirSync(dataDir)).toEqual(['.new-killed']);
  rmSync(join(dataDir, '.new-killed'), { recursive: true });
  const done = await openAt(config, 'make-if-done');
  await done.invoke('createDocument', { title: 'x' });
  done.keep();
  done.close();
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['blobs', 'notes.db']));
  expect(readdirSync(dataDir)).not.toContainEqual(expect.stringMatching(/^\.new-/));
});

it('a library that another program creates while that of the command is moved stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'library');
  const database = join(dataDir, 'notes.db');
  const session = await openAt(loadConfig({ dataDir }, {}), 'make-if-done');
  await session.invoke('createDocument', { title: 'ours' });
  // The other program has not made its other files yet, so that only the last move fails.
  mkdirSync(dataDir);
  writeFileSync(database, 'theirs');

  expect(() => session.keep()).toThrow(/library got a library from another program meanwhile/);
  session.close();

  const [draft = ''] = readdirSync(folder).filter((name) => name !== 'library');
  expect(readFileSync(database, 'utf8')).toBe('theirs');
  expect(readdirSync(dataDir)).toEqual(['notes.db']);
  const ours = await openAt(loadConfig({ dataDir: join(folder, draft) }, {}), 'refuse');
  expect(ours.findNotes('ours')).toHaveLength(1);
  ours.close();
});
