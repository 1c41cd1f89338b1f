import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '../errors.js';
import { Blobs } from '../resources/blobs.js';
import { openDatabase } from './connection.js';
import { type DataPaths, DRAFT_PREFIX, fileExists, makePrivateFile, syncFile } from './files.js';
import { GroupCommit } from './group-commit.js';
import { type Migration, migrate } from './migrations.js';
import { makeHandle, makeReader, makeUnit, type UnitOfWork } from './unit.js';

/** Initial content of a new library, and the version of the creating program. */
interface NewLibrary {
  readonly initialise: (unit: UnitOfWork) => void;
  readonly programVersion?: string;
}

/**
 * Creates the library in a temporary file and links it to its path when complete: a crash leaves no incomplete library.
 * When another process creates the library first, that library stays.
 */
export function createLibrary(paths: DataPaths, steps: readonly Migration[], program: NewLibrary): void {
  const draft = join(paths.tmp, `${DRAFT_PREFIX}${randomBytes(8).toString('hex')}.db`);
  try {
    fillDraft(draft, paths, steps, program);
    publish(draft, paths.database);
    syncFile(paths.dataDir);
  } catch (error) {
    // Another process that created the library may have removed the draft.
    if (!fileExists(paths.database)) throw error;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  }
}

/**
 * Refuses a log file without its library: SQLite would apply the log to a new library.
 *
 * @throws StorageError `missing`
 */
export function refuseOrphanedLog({ database }: DataPaths): void {
  const log = [`${database}-wal`, `${database}-journal`].find(fileExists);
  if (log !== undefined && !fileExists(database))
    throw new StorageError(
      'missing',
      `${database} is missing, but its log ${log} exists: restore the library file, or move the log away`,
    );
}

function fillDraft(
  draft: string,
  paths: DataPaths,
  steps: readonly Migration[],
  { initialise, programVersion }: NewLibrary,
): void {
  makePrivateFile(draft);
  const database = openDatabase(draft, 0);
  try {
    // A draft damaged by a power failure is never published. It is synced once, when it is complete.
    database.pragma('synchronous = OFF');
    migrate(database, paths, steps, programVersion);
    const handle = makeHandle(database);
    const writer = new GroupCommit(database, { version: 0, onCommit: () => {}, onError: () => {} });
    database.transaction(() => initialise(makeUnit(handle, makeReader(handle), writer, new Blobs(paths))))();
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
  syncFile(draft);
}

/** Links the finished file to its final path, unless another process was first. */
function publish(draft: string, target: string): void {
  try {
    linkSync(draft, target);
  } catch (error) {
    // File systems without hard links differ in their errors: some report a fault of the disk.
    if (fileExists(target)) throw error;
    renameSync(draft, target);
  }
}
