import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openSqlite } from '../src/library/driver.js';
import { dataPaths } from '../src/library/files.js';
import { readNames } from '../src/library/read-names.js';
import { openIn, temporaryDirectory } from './support.js';

const listNotebooks = (dataDir: string) => readNames(dataDir, ({ notebooks }) => notebooks.all().map(({ id }) => id));

/** Makes a library that records a version of the program, as commands do. */
function makeLibrary(): string {
  const dataDir = temporaryDirectory();
  openIn(dataDir, { programVersion: '0.1.0' }).close();
  return dataDir;
}

it('readNames reads a library that is open in another process or in none', () => {
  const dataDir = makeLibrary();
  const store = openIn(dataDir, { exclusive: true });
  const expected = store.read(({ notebooks }) => notebooks.all().map(({ id }) => id));
  expect(listNotebooks(dataDir)).toEqual(expected);
  store.close();
  expect(listNotebooks(dataDir)).toEqual(expected);
  expect(expected.length).toBeGreaterThan(0);
});

it.each([
  ['has an older schema', 'PRAGMA user_version = 23'],
  ['lists other schema steps', `UPDATE schema_migrations SET sha256 = 'x' WHERE version = 12`],
  ['records no version of the program', `DELETE FROM meta WHERE key = 'program_version'`],
])('readNames leaves a library alone that %s', (_, change) => {
  const dataDir = makeLibrary();
  const raw = openSqlite(dataPaths(dataDir).database);
  raw.exec(change);
  raw.close();
  expect(listNotebooks(dataDir)).toBeUndefined();
});

it('readNames returns undefined without a library, and refuses another file', () => {
  const dataDir = temporaryDirectory();
  expect(listNotebooks(dataDir)).toBeUndefined();
  writeFileSync(dataPaths(dataDir).database, 'text');
  expect(() => listNotebooks(dataDir)).toThrow(expect.objectContaining({ reason: 'foreign' }));
});
