import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkLibrary, SCHEMA_VERSION } from '../src/index.js';
import { type Migration, migrations } from '../src/library/migrations.js';
import { openIn, snapshot, temporaryDirectory } from './support.js';

const LIBRARIES = fileURLToPath(new URL('fixtures/libraries', import.meta.url));

/** Unpacks a library made by a released version. */
function unpack(version: string): string {
  const dataDir = temporaryDirectory();
  cpSync(join(LIBRARIES, version, 'blobs'), join(dataDir, 'blobs'), { recursive: true });
  writeFileSync(join(dataDir, 'notes.db'), gunzipSync(readFileSync(join(LIBRARIES, version, 'notes.db.gz'))));
  return dataDir;
}

/** Creates a schema step that a next version might have. */
function nextStep(): Migration {
  const text = 'CREATE TABLE next_step (pk INTEGER) STRICT; INSERT INTO next_step SELECT pk FROM documents;';
  const path = join(temporaryDirectory(), 'next.sql');
  writeFileSync(path, text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { version: SCHEMA_VERSION + 1, file: pathToFileURL(path), sha256 };
}

const reopen = (dataDir: string, steps: readonly Migration[]) =>
  openIn(dataDir, { create: false, programVersion: '9.0.0' }, { migrations: steps });

/** Faults of pages, references, texts and the full-text index. */
const findFaults = (dataDir: string) =>
  checkLibrary(dataDir, (check) => [
    check.pages(),
    check.danglingTables(),
    check.searchIndex(),
    check.findUnindexed(),
    check.damagedRevisions(),
    check.findWithoutRevision(),
  ]).flat();

describe.each(readdirSync(LIBRARIES))('the library of version %s', (version) => {
  it('is upgraded to the schema of this version without faults [UPGRADE-FIXTURES]', () => {
    const dataDir = unpack(version);
    reopen(dataDir, migrations).close();
    expect(checkLibrary(dataDir, (check) => check.schemaVersion())).toBe(SCHEMA_VERSION);
    expect(findFaults(dataDir)).toEqual([]);
  });

  it('is upgraded by a later version with one more step, after a backup [UPGRADE-FIXTURES]', () => {
    const dataDir = unpack(version);
    reopen(dataDir, [...migrations, nextStep()]).close();
    expect(checkLibrary(dataDir, (check) => check.schemaVersion())).toBe(SCHEMA_VERSION + 1);
    expect(findFaults(dataDir)).toEqual([]);
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([expect.stringMatching(/^before-schema-/)]);
  });

  it('is rejected and unchanged by a later version that lacks a step before its last [UPGRADE-STEPS]', () => {
    const dataDir = unpack(version);
    const database = readFileSync(join(dataDir, 'notes.db'));
    const steps = [...migrations, { ...nextStep(), version: SCHEMA_VERSION + 2 }];
    expect(() => reopen(dataDir, steps)).toThrow(
      `Schema step ${SCHEMA_VERSION + 1} is missing from this program. Install the program again.`,
    );
    expect(readFileSync(join(dataDir, 'notes.db')).equals(database)).toBe(true);
  });

  // The schema version is at byte 60 of the header: see "The Database Header" in SQLite's file format.
  const made = gunzipSync(readFileSync(join(LIBRARIES, version, 'notes.db.gz'))).readUInt32BE(60);
  const needed = migrations.filter((step) => step.version <= made || step.version < SCHEMA_VERSION);
  it.each(needed.map((step) => step.version))(
    'is rejected and unchanged by a version without step %i [UPGRADE-STEPS]',
    (missing) => {
      const dataDir = unpack(version);
      const steps = migrations.filter((step) => step.version !== missing);
      const database = readFileSync(join(dataDir, 'notes.db'));
      expect(() => reopen(dataDir, steps)).toThrow(
        expect.objectContaining({ reason: missing === SCHEMA_VERSION ? 'newer' : 'damaged' }),
      );
      expect(readFileSync(join(dataDir, 'notes.db')).equals(database)).toBe(true);
      expect(snapshot(join(dataDir, 'blobs'))).toEqual(snapshot(join(LIBRARIES, version, 'blobs')));
    },
  );
});
