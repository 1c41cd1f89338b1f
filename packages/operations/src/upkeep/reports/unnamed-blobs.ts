import { readOnSeparateConnection, type StoredBlob, type WorkerReader } from '@notes/storage';

/** Runs a report with the stored bytes that belong to no attachment. */
export function withUnnamedBlobs<Report>(
  dataDir: string,
  report: (reader: WorkerReader, unnamedBlobs: readonly StoredBlob[]) => Report,
): Report {
  const found = readOnSeparateConnection(dataDir, (reader) => [...findUnnamedBlobs(reader, reader.blobs.list())]);
  // An upload that was new at the first look has a row by now.
  return readOnSeparateConnection(dataDir, (reader) => report(reader, [...findUnnamedBlobs(reader, found)]));
}

function* findUnnamedBlobs({ resources }: WorkerReader, blobs: Iterable<StoredBlob>): Generator<StoredBlob> {
  for (const blob of blobs) if (!resources.isReferenced(blob.sha256)) yield blob;
}
