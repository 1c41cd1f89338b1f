import { isUtf8 } from 'node:buffer';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { textLimits } from '@notes/contract';
import { clampMoment } from './moment.js';
import { type Rejection, rejection, unreadable } from './reasons.js';

export interface FileText {
  /** Exactly the file's bytes, a byte order mark included. */
  readonly text: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970; undefined where the file system has no time but that zero which archives leave. */
  readonly modifiedAt: number | undefined;
}

/** A link put in the file's place since it was found is refused, and a pipe put there does not block. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads a file as text a note can hold, or says why it cannot. */
export function readText(location: Buffer): Promise<FileText | Rejection> {
  return withFile(location, async (handle, status) => {
    if (status.size > textLimits.body) return rejection('too_large');
    return decode(await handle.readFile(), status.mtimeMs);
  });
}

/** Opens an ordinary file for `use`, or says why it cannot be read. */
export async function withFile<T>(
  location: Buffer,
  use: (handle: FileHandle, status: Stats) => Promise<T | Rejection>,
): Promise<T | Rejection> {
  try {
    const handle = await open(location, FLAGS);
    try {
      const status = await handle.stat();
      return status.isFile() ? await use(handle, status) : rejection('not_a_file');
    } finally {
      await handle.close();
    }
  } catch (error) {
    // What else goes wrong, such as in the library, is no fault of the file.
    if ((error as NodeJS.ErrnoException).errno === undefined) throw error;
    return (error as NodeJS.ErrnoException).code === 'ELOOP' ? rejection('symlink') : unreadable(error);
  }
}

function decode(bytes: Buffer, modifiedAt: number): FileText | Rejection {
  if (bytes.length > textLimits.body) return rejection('too_large');
  if (!isUtf8(bytes)) return rejection('not_utf8');
  if (bytes.includes(0)) return rejection('has_nul');
  return {
    text: bytes.toString('utf8'),
    sizeBytes: bytes.length,
    modifiedAt: modifiedAt === 0 ? undefined : clampMoment(modifiedAt),
  };
}
