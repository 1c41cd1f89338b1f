import { closeSync, openSync, readSync } from 'node:fs';
import { ArchiveError } from '@notes/archive-manifest';
import type { ArchiveBlob } from '@notes/archive-manifest/node';
import type { ElsewhereReader } from '@notes/storage';

const PIECE_BYTES = 1024 * 1024;

/** Texts that are too long for a record, by their SHA-256: the revision to read each from. They are few. */
export type LongBodies = ReadonlyMap<string, { readonly revisionId: string; readonly sizeBytes: number }>;

/**
 * The bytes of attachments, of what imported sources were and of long texts, ascending by their digests, each once. A piece
 * is as it is until the next one is read.
 */
export function* blobsOf(reader: ElsewhereReader, long: LongBodies): Generator<ArchiveBlob> {
  const bodies = [...long.keys()].sort();
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  for (const { sha256, sizeBytes } of reader.archive.bytes()) {
    while (bodies[0] !== undefined && bodies[0] < sha256) yield body(bodies.shift() as string);
    if (bodies[0] === sha256) bodies.shift();
    yield { sha256, sizeBytes, read: () => pieces({ path: reader.blobs.pathOf(sha256), sha256, sizeBytes }, piece) };
  }
  for (const sha256 of bodies) yield body(sha256);

  function body(sha256: string): ArchiveBlob {
    const { revisionId, sizeBytes } = long.get(sha256) as { revisionId: string; sizeBytes: number };
    return { sha256, sizeBytes, read: () => [Buffer.from(reader.archive.body(revisionId))] };
  }
}

interface Stored {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** What is longer than it should be gives a byte too many, by which that is found. */
function* pieces({ path, sha256, sizeBytes }: Stored, piece: Uint8Array): Generator<Uint8Array> {
  const file = openStored(path, sha256);
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

function openStored(path: string, sha256: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    const message = `the library has no bytes ${sha256}: an attachment was deleted just now, or is lost (notes doctor)`;
    throw new ArchiveError('archive_object_missing', message, { cause });
  }
}
