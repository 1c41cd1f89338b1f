import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { samples } from '@notes/tooling/samples';
import { describe, expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../src/index.js';
import { openSqlite } from '../src/library/driver.js';
import { type Migration, migrations } from '../src/library/migrations.js';
import { addNote, openIn, sleep, start, temporaryDirectory } from './support.js';

/** Creates a further schema step in a file of its own. */
function step(text: string, version = SCHEMA_VERSION + 1): Migration {
  const path = join(temporaryDirectory(), `${version}.sql`);
  writeFileSync(path, text);
  return { version, file: pathToFileURL(path), sha256: createHash('sha256').update(text).digest('hex') };
}

async function createLibrary(notes: number): Promise<string> {
  const dataDir = temporaryDirectory();
  const store = openIn(dataDir);
  await store.write((unit) => {
    for (let n = 0; n < notes; n++) addNote(unit, { id: `doc_${n}`, body: `body ${n} `.repeat(50) });
  });
  store.close();
  return dataDir;
}

function inspect(path: string) {
  const database = openSqlite(path, { readonly: true });
  const read = (text: string) => database.prepare(text).pluck().get();
  const found = {
    version: database.pragma('user_version', { simple: true }),
    steps: database.prepare('SELECT version FROM schema_migrations ORDER BY version').pluck().all(),
    added: read("SELECT count(*) FROM sqlite_schema WHERE name = 'added'"),
    notes: read('SELECT count(*) FROM documents'),
    integrity: database.pragma('integrity_check', { simple: true }),
  };
  database.close();
  return found;
}

const released = migrations.map(({ version }) => version);
const before = { version: SCHEMA_VERSION, steps: released, added: 0, notes: 20, integrity: 'ok' };
const after = {
  version: SCHEMA_VERSION + 1,
  steps: [...released, SCHEMA_VERSION + 1],
  added: 1,
  notes: 20,
  integrity: 'ok',
};
const ADD = 'CREATE TABLE added (a INTEGER) STRICT; INSERT INTO added SELECT pk FROM documents;';

describe('a migration', () => {
  it('runs when the library is opened, after a private backup of its former state', async () => {
    const dataDir = await createLibrary(20);
    const store = openIn(dataDir, {}, { migrations: [...migrations, step(ADD)] });
    expect(store.schemaVersion).toBe(SCHEMA_VERSION + 1);
    await store.write((unit) => unit.meta.set('help_digest', 'written after it'));
    store.close();
    expect(inspect(join(dataDir, 'notes.db'))).toEqual(after);
    const [backup, ...others] = readdirSync(join(dataDir, 'backups'));
    expect([backup, others]).toEqual([expect.stringMatching(`^before-schema-${SCHEMA_VERSION + 1}-\\d+\\.db$`), []]);
    const path = join(dataDir, 'backups', backup as string);
    expect(inspect(path)).toEqual(before);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
  });

  it('makes no backup of a new library', () => {
    const dataDir = temporaryDirectory();
    openIn(dataDir, {}, { migrations: [...migrations, step(ADD)] }).close();
    expect(inspect(join(dataDir, 'notes.db'))).toMatchObject({ version: SCHEMA_VERSION + 1, added: 1 });
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([]);
  });

  it.each([
    ['in its SQL', `${ADD} INSERT INTO absent VALUES (1);`, /no such table/],
    ['by leaving dangling references', `${ADD} DELETE FROM notebooks;`, /dangling references/],
  ])('that fails %s leaves the library unchanged', async (_, text, message) => {
    const dataDir = await createLibrary(20);
    expect(() => openIn(dataDir, {}, { migrations: [...migrations, step(text)] })).toThrow(message);
    expect(inspect(join(dataDir, 'notes.db'))).toEqual(before);
    openIn(dataDir, { exclusive: true }).close();
  });

  it('can rebuild a table that others refer to', async () => {
    const dataDir = await createLibrary(20);
    const rebuild = `CREATE TABLE n2 (pk INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
      parent_pk INTEGER REFERENCES notebooks (pk), name TEXT NOT NULL, name_key TEXT NOT NULL, icon_emoji TEXT,
      builtin INTEGER NOT NULL DEFAULT 0, read_only INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL) STRICT;
      INSERT INTO n2 SELECT * FROM notebooks; DROP TABLE notebooks; ALTER TABLE n2 RENAME TO notebooks;`;
    const store = openIn(dataDir, {}, { migrations: [...migrations, step(rebuild)] });
    expect(store.read(({ documents }) => documents.get('doc_1')?.notebookId)).toBe('nb_notes');
    await expect(
      store.write((unit) => addNote(unit, { id: 'doc_lost', notebookPk: 99 })),
      'foreign keys are enforced again',
    ).rejects.toThrow(/FOREIGN KEY/);
  });

  it('is rejected before any change when its file differs from the released one', async () => {
    const dataDir = await createLibrary(20);
    const changed = { ...step(ADD), sha256: '0'.repeat(64) };
    expect(() => openIn(dataDir, {}, { migrations: [...migrations, changed] })).toThrow(
      expect.objectContaining({ reason: 'damaged' }),
    );
    expect(inspect(join(dataDir, 'notes.db'))).toEqual(before);
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([]);
  });

  it.each([
    ["UPDATE schema_migrations SET sha256 = 'other'"],
    ['DELETE FROM schema_migrations'],
    ['DROP TABLE schema_migrations'],
    [`PRAGMA user_version = ${SCHEMA_VERSION - 1}`],
    [`INSERT INTO schema_migrations VALUES (3, 'of another line', 1)`],
  ])('is rejected when the history differs from the released one: %s', async (text) => {
    const dataDir = await createLibrary(1);
    const database = openSqlite(join(dataDir, 'notes.db'));
    database.exec(text);
    database.close();
    expect(() => openIn(dataDir)).toThrow(expect.objectContaining({ reason: 'damaged' }));
  });

  it('needs the library lock: a command runs it only while no server runs', async () => {
    const dataDir = await createLibrary(20);
    const server = openIn(dataDir, { exclusive: true, holder: 'an old server' });
    const tuning = { migrations: [...migrations, step(ADD)] };
    expect(() => openIn(dataDir, { holder: 'a new command' }, tuning)).toThrow(/in use by an old server/);
    server.close();
    openIn(dataDir, { holder: 'a new command' }, tuning).close();
    expect(inspect(join(dataDir, 'notes.db'))).toEqual(after);
    openIn(dataDir, { exclusive: true }, tuning).close();
  });

  it('killed at any time is complete or undone, and the next start completes it', async () => {
    const path = join(temporaryDirectory(), 'slow.sql');
    const count = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)';
    writeFileSync(path, `${ADD} ${count} INSERT INTO added SELECT i FROM n; CREATE INDEX added_a ON added (a);`);
    const kills = samples(3);
    const outcomes = [];
    let takes = 0;
    for (let round = 0; round <= kills; round++) {
      const dataDir = await createLibrary(20);
      const child = start('migrate.mjs', [dataDir, path]);
      await child.line();
      const started = performance.now();
      if (round === 0) expect(await child.line()).toBe(`schema ${SCHEMA_VERSION + 1}`);
      else await sleep((takes * (round - 1)) / (kills * 0.7));
      takes ||= performance.now() - started;
      child.process.kill('SIGKILL');
      await child.end();
      const found = inspect(join(dataDir, 'notes.db'));
      expect([before, after]).toContainEqual(found);
      outcomes.push(found.version);
      const again = start('migrate.mjs', [dataDir, path]);
      expect([await again.line(), await again.line()]).toEqual(['starting', `schema ${SCHEMA_VERSION + 1}`]);
      expect(await again.end()).toBe(0);
      expect(inspect(join(dataDir, 'notes.db'))).toEqual(after);
      expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
    }
    expect(new Set(outcomes)).toEqual(new Set([SCHEMA_VERSION, SCHEMA_VERSION + 1]));
  });
});

it('the released steps are the shipped files, with their checksums and without gaps', () => {
  const files = readdirSync(new URL('../migrations', import.meta.url));
  expect(files).toEqual(migrations.map(({ file }) => file.pathname.split('/').at(-1)));
  for (const { file, sha256 } of migrations)
    expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(sha256);
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, n) => 12 + n));
});
