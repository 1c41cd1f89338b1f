import { concat, u32 } from '../bytes.js';
import type { Crypto } from '../crypto.js';
import { BACKUP_HEADER_LENGTH, type OpenBackup, TAG_LENGTH } from './header.js';
import { Intake } from './intake.js';

/** Where a frame is within a backup. @param number From 0. */
export function frameRange(backup: OpenBackup, number: number): { readonly start: number; readonly length: number } {
  const start = BACKUP_HEADER_LENGTH + number * (backup.frameBytes + TAG_LENGTH);
  return { start, length: Math.min(backup.sizeBytes - start, backup.frameBytes + TAG_LENGTH) };
}

/** One frame. The same content has to be sealed each time, as it is with one nonce. */
function sealFrame(crypto: Crypto, backup: OpenBackup, number: number, content: Uint8Array): Uint8Array {
  return crypto.seal(content, crypto.sha256(backup.header), nonceOf(backup, number), backup.key);
}

/** What a frame holds; null where it is another, of another place, or altered. It needs none of the others. */
export function openFrame(crypto: Crypto, backup: OpenBackup, number: number, frame: Uint8Array): Uint8Array | null {
  if (frame.length !== frameRange(backup, number).length) return null;
  return crypto.open(frame, crypto.sha256(backup.header), nonceOf(backup, number), backup.key);
}

function nonceOf({ header, frames }: OpenBackup, number: number): Uint8Array {
  return concat(header.subarray(28, 47), u32(number), Uint8Array.of(Number(number === frames - 1)));
}

/** A backup is shorter, longer or other than its header says. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

/** The bytes of a backup: header, then frame by frame. @throws BackupError where the payload is not as long as was said */
export async function* sealBackup(
  crypto: Crypto,
  backup: OpenBackup,
  payload: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield backup.header;
  const intake = new Intake(payload);
  try {
    for (let number = 0; number < backup.frames; number += 1) {
      const content = await intake.take(frameRange(backup, number).length - TAG_LENGTH);
      if (content === null) throw new BackupError('the payload is shorter than was said');
      yield sealFrame(crypto, backup, number, content);
    }
    if (!(await intake.isAtEnd())) throw new BackupError('the payload is longer than was said');
  } finally {
    await intake.close();
  }
}

/**
 * The payload of a backup, as its frames come; nothing of a frame that is not as it was sealed.
 *
 * @param sealed What follows the header.
 * @throws BackupError for frames that are missing, altered, misplaced or more than there are
 */
export async function* openFrames(
  crypto: Crypto,
  backup: OpenBackup,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const intake = new Intake(sealed);
  try {
    for (let number = 0; number < backup.frames; number += 1) {
      const frame = await intake.take(frameRange(backup, number).length);
      if (frame === null) throw new BackupError('the backup ends too early');
      const content = openFrame(crypto, backup, number, frame);
      if (content === null) throw new BackupError(`frame ${number} is not as it was sealed`);
      yield content;
    }
    if (!(await intake.isAtEnd())) throw new BackupError('the backup goes on after its end');
  } finally {
    await intake.close();
  }
}
