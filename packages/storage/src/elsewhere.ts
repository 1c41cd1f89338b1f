import { ArchiveReader } from './archive/archive-reader.js';
import { type Connection, openReadOnly } from './connection.js';
import { ExportReader } from './export/export-reader.js';
import { type DataPaths, dataPaths } from './files.js';
import { LintReader } from './reports/lint.js';
import { ResourceReportReader } from './reports/resources.js';
import { SelectionReader } from './reports/selection.js';
import { Blobs } from './resources/blobs.js';
import { refusePromise } from './statements.js';
import { makeHandle, makeReader, type Reader } from './unit.js';

/** What a thread of its own may ask: also what passes over the whole library and takes its time. */
export interface ElsewhereReader extends Reader {
  readonly lint: LintReader;
  readonly resourceReports: ResourceReportReader;
  readonly selection: SelectionReader;
  readonly archive: ArchiveReader;
  readonly exported: ExportReader;
  readonly blobs: Pick<Blobs, 'list' | 'open' | 'pathOf'>;
}

/**
 * Runs a synchronous read of an open library on a connection of its own, which cannot write, and on one consistent state:
 * for a worker thread.
 */
export function readElsewhere<T>(dataDir: string, work: (reader: ElsewhereReader) => T): T {
  const paths = dataPaths(dataDir);
  const { raw, reader } = connect(paths.database, paths);
  try {
    return raw.transaction(() => refusePromise(work(reader)))();
  } finally {
    raw.close();
  }
}

/** A reader of a copy of the library, which nobody writes to; the bytes of attachments are the library's own. */
export function openCopy(copy: string, paths: DataPaths): { readonly reader: ElsewhereReader; close(): void } {
  const { raw, reader } = connect(copy, paths);
  return { reader, close: () => raw.close() };
}

function connect(database: string, paths: DataPaths): { readonly raw: Connection; readonly reader: ElsewhereReader } {
  const raw = openReadOnly(database);
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
