import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as operations from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { expect, it, onTestFinished } from 'vitest';
import { openSession } from '../src/session.js';

it('a library that another program creates during the command stays, and so does that of the command', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'library');
  const config = loadConfig({ dataDir }, {});
  const open = (missing: 'refuse' | 'make' | 'make-if-done', at = config) =>
    openSession({ loadOperations: async () => operations, config: at, missing, onNew: () => {}, onError: () => {} });
  const ours = await open('make-if-done');
  await ours.invoke('createDocument', { title: 'ours' });
  const theirs = await open('make');
  await theirs.invoke('createDocument', { title: 'theirs' });
  theirs.close();

  expect(() => ours.keep()).toThrow(/library got a library from another program meanwhile/);
  ours.close();

  const [draft = ''] = readdirSync(folder).filter((name) => name !== 'library');
  const findTitles = async (at: string) => {
    const session = await open('refuse', loadConfig({ dataDir: join(folder, at) }, {}));
    const titles = ['ours', 'theirs'].filter((title) => session.findNotes(title).length > 0);
    session.close();
    return titles;
  };
  expect([await findTitles('library'), await findTitles(draft)]).toEqual([['theirs'], ['ours']]);
  expect(existsSync(join(folder, draft, 'notes.db'))).toBe(true);
});
