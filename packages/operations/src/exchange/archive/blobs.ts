import { closeSync, openSync, readSync } from 'node:fs';
import { ArchiveError } from '@notes/archive-manifest';
import type { ArchiveBlob } from '@notes/archive-manifest/node';
import type { WorkerReader } from '@notes/storage';

const PIECE_BYTES = 1024 * 1024;

/** Texts too long for a record, by SHA-256: the revision from which to read each. They are few. */
export type LongBodies = ReadonlyMap<string, { readonly revisionId: string; readonly sizeBytes: number }>;

/**
 * Yields the blobs of attachments, imported source files and long texts, ascending by digest, each once.
 *
 * @returns blobs whose pieces stay valid until the next piece is read
 */
export function* readBlobs(reader: WorkerReader, long: LongBodies): Generator<ArchiveBlob> {
  const bodies = [...long.keys()].sort();
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  for (const { sha256, sizeBytes } of reader.archive.bytes()) {
    while (bodies[0] !== undefined && bodies[0] < sha256) yield makeBodyBlob(bodies.shift() as string);
    if (bodies[0] === sha256) bodies.shift();
    yield {
      sha256,
      sizeBytes,
      read: () => readPieces({ path: reader.blobs.getPath(sha256), sha256, sizeBytes }, piece),
    };
  }
  for (const sha256 of bodies) yield makeBodyBlob(sha256);

  function makeBodyBlob(sha256: string): ArchiveBlob {
    const { revisionId, sizeBytes } = long.get(sha256) as { revisionId: string; sizeBytes: number };
    return { sha256, sizeBytes, read: () => [Buffer.from(reader.archive.body(revisionId))] };
  }
}

interface StoredFile {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Yields up to one byte more than the recorded size, so that the caller detects a file that is too long. */
function* readPieces({ path, sha256, sizeBytes }: StoredFile, piece: Uint8Array): Generator<Uint8Array> {
  const file = openStoredFile(path, sha256);
  try {
    for (let rest = sizeBytes + 1; rest > 0; ) {
      const length = readSync(file, piece, 0, Math.min(piece.length, rest), null);
      if (length === 0) return;
      rest -= length;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

function openStoredFile(path: string, sha256: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    const message = `The library has no file for the digest ${sha256}: an attachment was deleted during the export, or its file is lost. Run notes doctor`;
    throw new ArchiveError('archive_object_missing', message, { cause });
  }
}
