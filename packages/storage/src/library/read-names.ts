import { DocumentReader } from '../documents/documents.js';
import { JobReader } from '../jobs/jobs.js';
import { LinkReader } from '../links/links.js';
import { NotebookReader } from '../notebooks/notebooks.js';
import { TagReader } from '../tags/tags.js';
import { type Connection, inspectFile, openDatabase, readSchemaVersion } from './connection.js';
import { dataPaths } from './files.js';
import type { Handle } from './handle.js';
import { MetaReader } from './meta.js';
import { refusePromise } from './refuse-promise.js';
import { hasApplied, SCHEMA_VERSION, schemaSteps } from './schema-steps.js';

/** Readers of names. */
export interface NameReader {
  readonly documents: DocumentReader;
  readonly notebooks: NotebookReader;
  readonly tags: TagReader;
  readonly links: LinkReader;
  readonly jobs: JobReader;
  readonly meta: MetaReader;
}

const BUSY_TIMEOUT_MS = 10;

/**
 * Runs a synchronous read on one consistent snapshot of a library that `openStore` would open without changing it: it
 * has the schema of this program and records a version. A process that only reads names starts sooner in this way,
 * because it loads nothing that writes.
 *
 * @returns undefined when `openStore` would create or change the library
 * @throws StorageError when the file is not a library, or cannot be read
 */
export function readNames<T>(dataDir: string, work: (reader: NameReader) => T): T | undefined {
  const { database: path } = dataPaths(dataDir);
  if (!inspectFile(path, { newestVersion: SCHEMA_VERSION })) return undefined;
  const database = openDatabase(path, BUSY_TIMEOUT_MS);
  try {
    const reader = makeNameReader(database);
    const isCurrent = readSchemaVersion(database) === SCHEMA_VERSION && hasApplied(database, schemaSteps);
    if (!isCurrent || reader.meta.get('program_version') === undefined) return undefined;
    return database.transaction(() => refusePromise(work(reader)))();
  } finally {
    database.close();
  }
}

function makeNameReader(raw: Connection): NameReader {
  const handle: Handle = { raw, isWriting: () => false, journal: refuseChange };
  return {
    documents: new DocumentReader(handle),
    notebooks: new NotebookReader(handle),
    tags: new TagReader(handle),
    links: new LinkReader(handle),
    jobs: new JobReader(handle),
    meta: new MetaReader(handle),
  };
}

function refuseChange(): never {
  throw new TypeError('A reader of names changes nothing');
}
