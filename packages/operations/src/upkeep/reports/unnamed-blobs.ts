import { type ElsewhereReader, readElsewhere, type StoredBlob } from '@notes/storage';

/** Runs a report with the stored bytes that belong to no attachment. */
export function withUnnamedBlobs<Report>(
  dataDir: string,
  report: (reader: ElsewhereReader, unnamed: readonly StoredBlob[]) => Report,
): Report {
  const found = readElsewhere(dataDir, (reader) => [...unnamed(reader, reader.blobs.list())]);
  // An upload that was new at the first look has a row by now.
  return readElsewhere(dataDir, (reader) => report(reader, [...unnamed(reader, found)]));
}

function* unnamed({ resources }: ElsewhereReader, blobs: Iterable<StoredBlob>): Generator<StoredBlob> {
  for (const blob of blobs) if (!resources.isNamed(blob.sha256)) yield blob;
}
