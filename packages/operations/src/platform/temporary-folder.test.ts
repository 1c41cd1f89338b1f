import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { makeScratchFolder } from '../exchange/archive/scratch-folder.js';
import { makeTemporaryFolder } from './temporary-folder.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Sets the folder for temporary files, by the variables of each system. */
function setTemporaryFolder(path: string): void {
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, path);
}

it('makeTemporaryFolder names the folder for temporary files that is missing, and the remedy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-temporary-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  setTemporaryFolder(folder);
  const made = makeTemporaryFolder('notes-test-');
  expect(made.startsWith(join(folder, 'notes-test-'))).toBe(true);
  expect(existsSync(made)).toBe(true);

  const missing = join(folder, 'missing');
  setTemporaryFolder(missing);
  const message = `The folder for temporary files, ${missing}, does not exist. Set `;
  expect(() => makeTemporaryFolder('notes-test-')).toThrow(message);
  expect(() => makeScratchFolder()).toThrow(message);

  const file = join(folder, 'file');
  writeFileSync(file, '');
  setTemporaryFolder(file);
  expect(() => makeTemporaryFolder('notes-test-')).toThrow('is not a folder');
});
