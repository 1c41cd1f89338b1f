import { ArchiveReader } from '../archive/archive-reader.js';
import { ExportReader } from '../export/export-reader.js';
import { LintReader } from '../reports/lint.js';
import { ResourceReportReader } from '../reports/resources.js';
import { SelectionReader } from '../reports/selection.js';
import { Blobs } from '../resources/blobs.js';
import { type Connection, openReadOnly } from './connection.js';
import { dataPaths } from './files.js';
import { refusePromise } from './refuse-promise.js';
import { makeHandle, makeReader, type Reader } from './unit.js';

/** Reader on a worker connection, with additional readers that scan the whole library. */
export interface WorkerReader extends Reader {
  readonly lint: LintReader;
  readonly resourceReports: ResourceReportReader;
  readonly selection: SelectionReader;
  readonly archive: ArchiveReader;
  readonly exported: ExportReader;
  readonly blobs: Pick<Blobs, 'find' | 'list' | 'open' | 'getPath'>;
}

/**
 * Runs a synchronous read on a separate read-only connection and one consistent snapshot; meant for worker threads.
 *
 * @throws TypeError when `work` returns a promise
 */
export function readOnSeparateConnection<T>(dataDir: string, work: (reader: WorkerReader) => T): T {
  const { raw, reader } = openSeparateConnection(dataDir);
  try {
    return raw.transaction(() => refusePromise(work(reader)))();
  } finally {
    raw.close();
  }
}

/** Opens a separate read-only connection to an open library, and its readers. */
export function openSeparateConnection(dataDir: string): { readonly raw: Connection; readonly reader: WorkerReader } {
  const paths = dataPaths(dataDir);
  const raw = openReadOnly(paths.database);
  const reader = {
    ...makeReader(makeHandle(raw)),
    lint: new LintReader(raw),
    resourceReports: new ResourceReportReader(raw),
    selection: new SelectionReader(raw),
    archive: new ArchiveReader(raw),
    exported: new ExportReader(raw),
    blobs: new Blobs(paths),
  };
  return { raw, reader };
}
