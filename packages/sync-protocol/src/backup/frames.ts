import { concat, u32 } from '../bytes.js';
import type { Crypto } from '../crypto.js';
import { ByteReader } from './byte-reader.js';
import { BACKUP_HEADER_LENGTH, type OpenBackup, TAG_LENGTH } from './header.js';

/**
 * Returns the byte range of a frame within a backup.
 *
 * @param number frame number, from 0
 */
export function frameRange(backup: OpenBackup, number: number): { readonly start: number; readonly length: number } {
  const start = BACKUP_HEADER_LENGTH + number * (backup.frameBytes + TAG_LENGTH);
  return { start, length: Math.min(backup.sizeBytes - start, backup.frameBytes + TAG_LENGTH) };
}

/**
 * Encrypts one frame. The nonce follows from the frame number, so a frame must have the same content each time it is
 * encrypted.
 */
function encryptFrame(crypto: Crypto, backup: OpenBackup, number: number, content: Uint8Array): Uint8Array {
  return crypto.encrypt(content, crypto.sha256(backup.header), deriveNonce(backup, number), backup.key);
}

/**
 * Decrypts a frame independently of the others.
 *
 * @param number frame number, from 0
 * @returns the content, or null when the frame was altered or belongs elsewhere
 */
export function decryptFrame(crypto: Crypto, backup: OpenBackup, number: number, frame: Uint8Array): Uint8Array | null {
  if (frame.length !== frameRange(backup, number).length) return null;
  return crypto.decrypt(frame, crypto.sha256(backup.header), deriveNonce(backup, number), backup.key);
}

function deriveNonce({ header, frames }: OpenBackup, number: number): Uint8Array {
  return concat(header.subarray(28, 47), u32(number), Uint8Array.of(Number(number === frames - 1)));
}

/** Error for a backup or payload that does not match its header or manifest. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

/**
 * Yields the bytes of a backup: the header, then each encrypted frame.
 *
 * @throws BackupError when the payload is shorter or longer than announced
 */
export async function* encryptBackup(
  crypto: Crypto,
  backup: OpenBackup,
  payload: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield backup.header;
  const intake = new ByteReader(payload);
  try {
    for (let number = 0; number < backup.frames; number += 1) {
      const content = await intake.read(frameRange(backup, number).length - TAG_LENGTH);
      if (content === null) throw new BackupError('The payload is shorter than announced.');
      yield encryptFrame(crypto, backup, number, content);
    }
    if (!(await intake.isAtEnd())) throw new BackupError('The payload is longer than announced.');
  } finally {
    await intake.close();
  }
}

/**
 * Decrypts the frames of a backup and yields its payload. Yields no byte of a frame that is not authentic.
 *
 * @param sealed the bytes after the header
 * @throws BackupError for frames that are missing, altered, misplaced or in excess
 */
export async function* decryptFrames(
  crypto: Crypto,
  backup: OpenBackup,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const intake = new ByteReader(sealed);
  try {
    for (let number = 0; number < backup.frames; number += 1) {
      const frame = await intake.read(frameRange(backup, number).length);
      if (frame === null) throw new BackupError('The backup is truncated.');
      const content = decryptFrame(crypto, backup, number, frame);
      if (content === null) throw new BackupError(`Frame ${number} was altered or belongs to another backup.`);
      yield content;
    }
    if (!(await intake.isAtEnd())) throw new BackupError('The backup has bytes after its last frame.');
  } finally {
    await intake.close();
  }
}
