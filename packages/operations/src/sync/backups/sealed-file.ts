import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import {
  BACKUP_HEADER_LENGTH,
  type BackupContext,
  BackupError,
  type BackupProblem,
  openBackup,
  openFrames,
  type PayloadManifest,
  type PayloadSink,
  readPayload,
} from '@notes/sync-protocol';
import { sodiumCrypto as crypto, nodeHash } from '@notes/sync-protocol/node';

const PIECE_BYTES = 1024 * 1024;

/** What a sealed file is opened with. */
export interface Opening {
  readonly context: BackupContext;
  /** The keys of the group that are here, by the ids of their epochs. */
  readonly epochs: ReadonlyMap<string, Uint8Array>;
}

const UNOPENED: { readonly [Problem in BackupProblem]: string } = {
  header: 'it does not begin as a backup does',
  epoch: 'it is sealed with a key of the group that is not here',
  seal: 'it was altered, or is another than it is said to be',
};

/** Bytes of a file from one to another, the last included. */
export const bytesOf = (path: string, first = 0, last = Number.POSITIVE_INFINITY): AsyncIterable<Buffer> =>
  createReadStream(path, { start: first, end: last, highWaterMark: PIECE_BYTES });

/** In hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytesOf(path)) hash.update(piece);
  return hash.digest('hex');
}

/** A file does not open under what is known. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/**
 * Reads a sealed file to its end, frame by frame.
 *
 * @throws SealError where it does not open; BackupError for anything in it that is not as it has to be
 */
export async function readSealed(path: string, opening: Opening, sink: PayloadSink): Promise<PayloadManifest> {
  const { context, epochs } = opening;
  const opened = openBackup(crypto, context, await headerOf(path), (id) => epochs.get(id) ?? null);
  if (!opened.ok) throw new SealError(UNOPENED[opened.problem]);
  const frames = openFrames(crypto, opened.backup, bytesOf(path, BACKUP_HEADER_LENGTH));
  const manifest = await readPayload(frames, sink, nodeHash);
  if (manifest.database_id !== context.databaseId) throw new BackupError('it is of another library');
  return manifest;
}

async function headerOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const header = Buffer.alloc(BACKUP_HEADER_LENGTH);
    const { bytesRead } = await file.read(header, 0, header.length, 0);
    return header.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
