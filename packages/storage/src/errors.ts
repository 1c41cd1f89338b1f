export type StorageReason =
  | 'busy'
  | 'full'
  | 'failed'
  | 'read_only'
  | 'locked'
  | 'missing'
  | 'foreign'
  | 'empty'
  | 'newer'
  | 'damaged'
  | 'closed'
  | 'too_large'
  | 'damaged_blob';

/**
 * The one error storage throws of itself. `busy`, `full`, `failed`, `read_only`, `closed`: nothing was written (after
 * a commit `failed` its outcome is unknown, and every later write fails until the library is opened again).
 * `too_large`: more bytes than were to be taken. `damaged_blob`: the bytes of an attachment are not those that were
 * stored. The others: the library cannot be opened.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly reason: StorageReason;

  constructor(reason: StorageReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** SQLite's own code of an error (`SQLITE_BUSY`, …), or undefined. */
export function sqliteCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}

const BUSY = ['busy', 'the library is in use by another process'] as const;
const FULL = ['full', 'the disk takes no more data'] as const;
const READ_ONLY = ['read_only', 'the library cannot be written'] as const;
const FAILED = ['failed', 'the disk failed'] as const;
const DAMAGED = ['damaged', 'the library file is damaged'] as const;

/**
 * What the codes of SQLite and of the system mean, by their beginnings; the first that fits counts. A write that is
 * refused (full, over quota, at a size limit) leaves a known state behind, unlike a sync that failed.
 */
const MEANINGS = [
  ['SQLITE_BUSY', BUSY],
  ['SQLITE_LOCKED', BUSY],
  ['SQLITE_FULL', FULL],
  ['SQLITE_IOERR_WRITE', FULL],
  ['SQLITE_IOERR', FAILED],
  ['SQLITE_READONLY', READ_ONLY],
  ['SQLITE_CANTOPEN', ['read_only', 'the library cannot be opened for writing']],
  ['SQLITE_PERM', READ_ONLY],
  ['SQLITE_NOTADB', DAMAGED],
  ['SQLITE_CORRUPT', DAMAGED],
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
  ['EFBIG', FULL],
  ['EACCES', READ_ONLY],
  ['EPERM', READ_ONLY],
  ['EROFS', READ_ONLY],
  ['EIO', FAILED],
] as const;

/** Turns an error of SQLite about the disk or a lock into the storage error it means; others pass as they are. */
export function asStorageError(error: unknown): unknown {
  return meaningOf(sqliteCode(error), error);
}

/** As {@link asStorageError}, and for errors of the system about the library's files. */
export function asFileError(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  return meaningOf(typeof code === 'string' ? code : undefined, error);
}

function meaningOf(code: string | undefined, error: unknown): unknown {
  const meaning = MEANINGS.find(([start]) => code?.startsWith(start))?.[1];
  return meaning === undefined ? error : new StorageError(meaning[0], meaning[1], error);
}
