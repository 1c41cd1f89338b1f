import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from './connection.js';
import { StorageError } from './errors.js';
import { type DataPaths, DRAFT_PREFIX, fileExists, makePrivateFile, syncFile } from './files.js';
import { type Migration, migrate } from './migrations.js';
import { Blobs } from './resources/blobs.js';
import { makeHandle, makeReader, makeUnit, type UnitOfWork } from './unit.js';
import { GroupCommit } from './writer.js';

/**
 * Makes the library beside its place and links it there when whole: a crash leaves no half-made library. When another
 * process is faster, its library stays.
 */
export function createLibrary(
  paths: DataPaths,
  steps: readonly Migration[],
  initialise: (unit: UnitOfWork) => void,
): void {
  const draft = join(paths.tmp, `${DRAFT_PREFIX}${randomBytes(8).toString('hex')}.db`);
  try {
    fillDraft(draft, paths, steps, initialise);
    publish(draft, paths.database);
    syncFile(paths.dataDir);
  } catch (error) {
    // Whoever made the library in the meantime may have cleared away the draft.
    if (!fileExists(paths.database)) throw error;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  }
}

/**
 * The log of a library that is gone: SQLite would play it into a new one.
 *
 * @throws StorageError `missing`
 */
export function refuseOrphanedLog({ database }: DataPaths): void {
  const log = [`${database}-wal`, `${database}-journal`].find(fileExists);
  if (log !== undefined && !fileExists(database))
    throw new StorageError('missing', `${database} is gone, but its log ${log} is there`);
}

function fillDraft(
  draft: string,
  paths: DataPaths,
  steps: readonly Migration[],
  initialise: (unit: UnitOfWork) => void,
): void {
  makePrivateFile(draft);
  const database = openDatabase(draft, 0);
  try {
    migrate(database, paths, steps);
    const handle = makeHandle(database);
    const writer = new GroupCommit(database, { version: 0, onCommit: () => {}, onError: () => {} });
    database.transaction(() => initialise(makeUnit(handle, makeReader(handle), writer, new Blobs(paths))))();
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
  syncFile(draft);
}

/** Gives the finished file its name, unless another process was first. */
function publish(draft: string, target: string): void {
  try {
    linkSync(draft, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const noHardLinks = code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP';
    if (!noHardLinks || fileExists(target)) throw error;
    renameSync(draft, target);
  }
}
