import { hasApplied } from './applied-steps.js';
import { type Connection, inspectFile, openDatabase, readSchemaVersion } from './connection.js';
import { dataPaths } from './files.js';
import type { Handle } from './handle.js';
import { MetaReader } from './meta.js';
import { refusePromise } from './refuse-promise.js';
import { SCHEMA_VERSION, schemaSteps } from './schema-steps.js';

const BUSY_TIMEOUT_MS = 10;

/**
 * Runs a synchronous read on one consistent snapshot of a library that `openStore` would open without changing it: it
 * has the schema of this program and records a version. A process that only reads starts sooner in this way, because it
 * loads nothing that writes.
 *
 * @returns undefined when `openStore` would create or change the library
 * @throws StorageError when the file is not a library, or cannot be read
 */
export function readCurrent<T>(dataDir: string, work: (handle: Handle) => T): T | undefined {
  const { database: path } = dataPaths(dataDir);
  if (!inspectFile(path, { newestVersion: SCHEMA_VERSION })) return undefined;
  const database = openDatabase(path, BUSY_TIMEOUT_MS);
  try {
    const handle = makeReadOnlyHandle(database);
    const isCurrent = readSchemaVersion(database) === SCHEMA_VERSION && hasApplied(database, schemaSteps);
    if (!isCurrent || new MetaReader(handle).get('program_version') === undefined) return undefined;
    return database.transaction(() => refusePromise(work(handle)))();
  } finally {
    database.close();
  }
}

const makeReadOnlyHandle = (raw: Connection): Handle => ({ raw, isWriting: () => false, journal: refuseChange });

function refuseChange(): never {
  throw new TypeError('A reader changes nothing');
}
