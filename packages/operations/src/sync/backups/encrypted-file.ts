import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import {
  BACKUP_HEADER_LENGTH,
  type BackupContext,
  BackupError,
  type BackupProblem,
  decryptFrames,
  openBackup,
  type PayloadManifest,
  type PayloadSink,
  readPayload,
} from '@notes/sync-protocol/backup';
import { nodeHash } from '@notes/sync-protocol/node';
import { syncCrypto as crypto } from '../crypto.js';

const PIECE_BYTES = 1024 * 1024;

/** Keys and context that decrypt an encrypted file. */
export interface DecryptionContext {
  readonly context: BackupContext;
  /** Known keys of the group by the ids of their epochs. */
  readonly epochs: ReadonlyMap<string, Uint8Array>;
}

const PROBLEM_MESSAGES: { readonly [Problem in BackupProblem]: string } = {
  header: 'The file does not begin with the header of a backup',
  epoch: 'The file is encrypted with a group key that this device does not have',
  seal: 'The file was altered, or belongs to another backup',
};

/** Reads the bytes of a file from `first` to `last`, both included. */
export const readBytes = (path: string, first = 0, last = Number.POSITIVE_INFINITY): AsyncIterable<Buffer> =>
  createReadStream(path, { start: first, end: last, highWaterMark: PIECE_BYTES });

/** Returns the SHA-256 of a file in hexadecimal. */
export async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readBytes(path)) hash.update(piece);
  return hash.digest('hex');
}

/** Error of a file that the known keys do not decrypt. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError';
}

/**
 * Reads an encrypted file frame by frame to its end.
 *
 * @throws DecryptionError when the file cannot be decrypted; BackupError for invalid contents
 */
export async function readEncrypted(
  path: string,
  opening: DecryptionContext,
  sink: PayloadSink,
): Promise<PayloadManifest> {
  const { context, epochs } = opening;
  const opened = openBackup(crypto, context, await readHeader(path), (id) => epochs.get(id) ?? null);
  if (!opened.ok) throw new DecryptionError(PROBLEM_MESSAGES[opened.problem]);
  const frames = decryptFrames(crypto, opened.backup, readBytes(path, BACKUP_HEADER_LENGTH));
  const manifest = await readPayload(frames, sink, nodeHash);
  if (manifest.database_id !== context.databaseId) throw new BackupError('The backup is of another library');
  return manifest;
}

async function readHeader(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const header = Buffer.alloc(BACKUP_HEADER_LENGTH);
    const { bytesRead } = await file.read(header, 0, header.length, 0);
    return header.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
