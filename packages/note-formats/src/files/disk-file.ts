import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import type { OpenFile } from '../item.js';
import { clampMoment } from '../moment.js';
import { createRejection, createUnreadable, type Rejection } from '../rejection.js';

/** Flags that refuse a symbolic link and do not block on a pipe, in case the file was replaced since it was found. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file for `use`.
 *
 * @returns the result of `use`, or the reason why the file cannot be read
 */
export async function withFile<T>(
  location: Buffer,
  use: (file: OpenFile) => Promise<T | Rejection>,
): Promise<T | Rejection> {
  try {
    const handle = await open(location, FLAGS);
    try {
      const status = await handle.stat();
      if (!status.isFile()) return createRejection('not_a_file');
      const modifiedAt = status.mtimeMs === 0 ? undefined : clampMoment(status.mtimeMs);
      return await use({
        sizeBytes: status.size,
        modifiedAt,
        pieces: (maxBytes, start = 0) => readPieces(handle, start, maxBytes + 1, status.size),
      });
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Errors without an errno, such as those of the library, are not errors of the file.
    if ((error as NodeJS.ErrnoException).errno === undefined) throw error;
    return (error as NodeJS.ErrnoException).code === 'ELOOP' ? createRejection('symlink') : createUnreadable(error);
  }
}

const PIECE_BYTES = 256 * 1024;
/** Bytes of the buffer for reading beyond the known end. */
const BEHIND_BYTES = 4096;

/**
 * Reads up to `length` bytes from `start`.
 *
 * @param size size of the file when it was opened, in bytes
 */
export async function* readPieces(
  handle: FileHandle,
  start: number,
  length: number,
  size: number,
): AsyncGenerator<Buffer> {
  const end = start + length;
  for (let at = start; at < end; ) {
    const known = at < size ? size - at : BEHIND_BYTES;
    const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at, known));
    const { bytesRead } = await handle.read({ buffer, position: at });
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Returns a text that changes when the file is written: its path, size and modification time. */
export async function readStamp(path: string, location: Buffer | string): Promise<string> {
  const status = await lstat(location).catch(() => undefined);
  return JSON.stringify([path, status?.size ?? null, status?.mtimeMs ?? null]);
}
