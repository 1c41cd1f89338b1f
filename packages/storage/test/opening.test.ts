import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { samples } from '@notes/tooling/samples';
import { describe, expect, it } from 'vitest';
import { APPLICATION_ID, openStore, SCHEMA_VERSION, StorageError } from '../src/index.js';
import { openDatabase } from '../src/library/connection.js';
import { type Connection, openSqlite } from '../src/library/driver.js';
import { migrations } from '../src/library/migrations.js';
import {
  addNote,
  NOTEBOOK,
  openIn,
  replaceFileFunctions,
  sleep,
  snapshot,
  start,
  temporaryDirectory,
} from './support.js';

function refusal(dataDir: string, create: boolean, exclusive = true): StorageError {
  try {
    openStore({ dataDir, create, exclusive, holder: 'the test', initialise: () => {} }).close();
  } catch (error) {
    if (error instanceof StorageError) return error;
    throw error;
  }
  throw new Error('it opened');
}

/** Creates a folder whose `notes.db` belongs to another application; `fill` fills it. */
function foreign(fill: (database: Connection) => void): string {
  const dataDir = temporaryDirectory();
  const database = openSqlite(join(dataDir, 'notes.db'));
  database.exec('CREATE TABLE t (a)');
  fill(database);
  database.close();
  return dataDir;
}

function withFile(content: string | Buffer): string {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, 'notes.db'), content);
  return dataDir;
}

function newerLibrary(): string {
  const dataDir = temporaryDirectory();
  openIn(dataDir).close();
  const database = openSqlite(join(dataDir, 'notes.db'));
  database.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
  database.close();
  return dataDir;
}

describe('a connection', () => {
  it('has every pragma set, when it is first opened and when it is opened again', () => {
    const dataDir = temporaryDirectory();
    openIn(dataDir).close();
    for (const time of ['first', 'again']) {
      const database = openDatabase(join(dataDir, 'notes.db'), 17);
      const read = (name: string) => database.pragma(name, { simple: true });
      expect([time, read('synchronous'), read('journal_mode')]).toEqual([time, 2, 'wal']);
      expect([read('foreign_keys'), read('trusted_schema'), read('cell_size_check')]).toEqual([1, 0, 1]);
      expect([read('secure_delete'), read('recursive_triggers'), read('temp_store')]).toEqual([1, 1, 2]);
      expect([read('journal_size_limit'), read('busy_timeout')]).toEqual([16 * 1024 * 1024, 17]);
      expect(read('wal_autocheckpoint')).toBe(4_000);
      expect(() => database.exec("UPDATE sqlite_schema SET sql = ''")).toThrow(/may not be modified/);
      database.close();
    }
  });
});

describe('opening rejects, and leaves unchanged,', () => {
  const cases: [string, string, () => string][] = [
    ['a text file', 'foreign', () => withFile('# not a database\n'.repeat(100))],
    ['a file of five bytes', 'foreign', () => withFile('hello')],
    ['a file of zeros', 'foreign', () => withFile(Buffer.alloc(8192))],
    ['an empty file', 'empty', () => withFile('')],
    ['a database of another application', 'foreign', () => foreign((database) => database.pragma('user_version = 3'))],
    ['another application id', 'foreign', () => foreign((database) => database.pragma('application_id = 77'))],
    ['a foreign database with a write-ahead log', 'foreign', () => foreign((db) => db.pragma('journal_mode = wal'))],
    ['a newer schema', 'newer', newerLibrary],
    ['a missing file', 'missing', temporaryDirectory],
    [
      'a folder with the name of the library',
      'foreign',
      () => {
        const dataDir = temporaryDirectory();
        mkdirSync(join(dataDir, 'notes.db'));
        return dataDir;
      },
    ],
  ];

  it.each(cases)('%s: %s', (_, reason, make) => {
    const dataDir = make();
    const before = snapshot(dataDir);
    expect(refusal(dataDir, false).reason).toBe(reason);
    if (reason !== 'missing') expect(refusal(dataDir, true).reason).toBe(reason);
    expect(snapshot(dataDir)).toEqual(before);
  });

  it('a newer library, with a message that has the version of its program, of this one and the remedy [UPGRADE-NEWER]', () => {
    const dataDir = temporaryDirectory();
    const open = (programVersion: string, steps = migrations) =>
      openIn(dataDir, { programVersion }, { migrations: steps }).close();
    open('0.1.0');
    const text = 'CREATE TABLE later (a INTEGER) STRICT;';
    const file = join(dataDir, 'later.sql');
    writeFileSync(file, text);
    const sha256 = createHash('sha256').update(text).digest('hex');
    open('0.2.0', [...migrations, { version: SCHEMA_VERSION + 1, file: pathToFileURL(file), sha256 }]);
    const before = snapshot(dataDir);
    const message =
      `${join(dataDir, 'notes.db')} has schema ${SCHEMA_VERSION + 1}, made by version 0.2.0. ` +
      `This program is version 0.1.1 and reads schemas up to ${SCHEMA_VERSION}. Install version 0.2.0 or newer.`;
    expect(() => open('0.1.1')).toThrow(new StorageError('newer', message));
    expect(snapshot(dataDir)).toEqual(before);
  });

  it('a newer library without the version of its program, with a message that has both schemas [UPGRADE-NEWER]', () => {
    const dataDir = newerLibrary();
    expect(refusal(dataDir, false).message).toBe(
      `${join(dataDir, 'notes.db')} has schema ${SCHEMA_VERSION + 1}. ` +
        `This program reads schemas up to ${SCHEMA_VERSION}. Install a newer version.`,
    );
  });

  it('a folder that does not exist', () => {
    const parent = temporaryDirectory();
    expect(refusal(join(parent, 'none'), false).reason).toBe('missing');
    expect(readdirSync(parent)).toEqual([]);
  });

  it('a log without its library, whose pages a new library would take', () => {
    const dataDir = withFile('');
    const database = openSqlite(join(dataDir, 'notes.db'));
    database.exec('PRAGMA journal_mode = wal; CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    const log = readFileSync(join(dataDir, 'notes.db-wal'));
    database.close();
    const lost = temporaryDirectory();
    writeFileSync(join(lost, 'notes.db-wal'), log);
    const before = snapshot(lost);
    expect(refusal(lost, true)).toMatchObject({ reason: 'missing', message: expect.stringContaining('notes.db-wal') });
    expect(snapshot(lost)).toEqual(before);
  });

  it('a newer schema that only the log has', () => {
    const dataDir = temporaryDirectory();
    openIn(dataDir);
    const newer = openSqlite(join(dataDir, 'notes.db'));
    newer.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    expect(refusal(dataDir, true, false).reason).toBe('newer');
    newer.close();
  });

  it('a library with a damaged page', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    await store.write((unit) => addNote(unit, { id: 'doc_1' }));
    store.close();
    const bytes = readFileSync(join(dataDir, 'notes.db'));
    bytes.fill(0xff, 100, 4096);
    writeFileSync(join(dataDir, 'notes.db'), bytes);
    expect(refusal(dataDir, true).reason).toBe('damaged');
  });
});

describe('a new library', () => {
  it('has private folders and files, the application id and the schema version', () => {
    const dataDir = join(temporaryDirectory(), 'a', 'b');
    const store = openIn(dataDir, { exclusive: true });
    const mode = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8);
    expect(['', 'blobs', 'tmp', 'backups'].map(mode)).toEqual(['700', '700', '700', '700']);
    expect(['notes.db', 'notes.db-wal', 'lock'].map(mode)).toEqual(['600', '600', '600']);
    expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
    store.close();
    const database = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
    expect(database.pragma('application_id', { simple: true })).toBe(APPLICATION_ID);
    expect(database.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION);
    database.close();
  });

  it('has no log after it was closed', () => {
    const dataDir = temporaryDirectory();
    openIn(dataDir).close();
    expect(readdirSync(dataDir).sort()).toEqual(['backups', 'blobs', 'notes.db', 'tmp']);
  });

  it('is not created when initialise throws', () => {
    const dataDir = temporaryDirectory();
    const initialise = () => {
      throw new Error('no identity');
    };
    expect(() => openIn(dataDir, { initialise })).toThrow('no identity');
    expect(readdirSync(dataDir).sort()).toEqual(['backups', 'blobs', 'tmp']);
    expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
  });
});

/**
 * Number of processes that are killed, each later than the one before, the last ones after they created the library.
 */
const KILLS = samples(8);

describe('a process killed while it creates a library', () => {
  it('leaves none or a complete one', async () => {
    const made = [];
    let takes = 0;
    for (let round = 0; round <= KILLS; round++) {
      const dataDir = temporaryDirectory();
      const child = start('open.mjs', [dataDir, 'create', 'exclusive']);
      await child.line();
      const started = performance.now();
      // The first process runs to completion, to time the kills of the others.
      if (round === 0) await child.line();
      else await sleep((takes * (round - 1)) / (KILLS * 0.8));
      takes ||= performance.now() - started;
      child.process.kill('SIGKILL');
      await child.end();
      made.push(readdirSync(dataDir).includes('notes.db'));
      const store = openIn(dataDir, { exclusive: true });
      expect(store.read(({ notebooks }) => notebooks.all().map(({ id }) => id))).toEqual(['nb_notes']);
      expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
      store.close();
    }
    expect(new Set(made), 'kills before and after the library was there').toEqual(new Set([false, true]));
  });

  it('three processes that create a library at once open the same one', async () => {
    for (let round = 0; round < samples(2); round++) {
      const dataDir = temporaryDirectory();
      const children = [1, 2, 3].map((n) => start('open.mjs', [dataDir, 'create', 'shared', `maker ${n}`]));
      for (const child of children) await child.line();
      const opened = await Promise.all(children.map((child) => child.line()));
      expect(new Set(opened).size).toBe(1);
      expect(opened[0]).toMatch(/^open maker \d$/);
      for (const child of children) child.process.stdin?.end();
      expect(await Promise.all(children.map((child) => child.end()))).toEqual([0, 0, 0]);
      expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
    }
  });
});

it.each(['EPERM', 'EOPNOTSUPP', 'EIO'])(
  'a library is created on a file system that answers hard links with %s',
  (code) => {
    replaceFileFunctions({
      linkSync: () => {
        throw Object.assign(new Error(code), { code });
      },
    });
    const store = openIn(temporaryDirectory());
    expect(store.read(({ notebooks }) => notebooks.get(NOTEBOOK))).toMatchObject({ name: 'Notes' });
  },
);
