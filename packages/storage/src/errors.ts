import { constants } from 'node:os';

/** Reasons of a {@link StorageError}. */
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
  | 'no_driver'
  | 'too_large'
  | 'damaged_blob';

/**
 * The only error that storage itself throws. `busy`, `full`, `failed`, `read_only`, `closed`: nothing was written. When
 * a commit throws `failed`, its outcome is unknown, and every later write fails until the library is opened again.
 * `too_large`: more bytes than the limit. `damaged_blob`: the bytes of an attachment do not match their digest. The
 * other reasons: the library cannot be opened.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly reason: StorageReason;

  constructor(reason: StorageReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** Returns the SQLite code of an error (`SQLITE_BUSY`, …), or undefined. */
export function sqliteCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}

const BUSY = ['busy', 'The library is in use by another process. Try again.'] as const;
const FULL = ['full', 'The disk is full, or a quota is reached. Free some space and try again.'] as const;
/** SQLite does not tell a full disk from a quota, a faulty disk or a drive that refuses to write within a file. */
const REFUSED = [
  'full',
  'The disk refused a write. It may be full, at a quota or faulty, or unable to change parts of a file, like some network drives. Free some space, check the disk, or use a folder on a local disk.',
] as const;
const READ_ONLY = ['read_only', 'The library cannot be written. Check the permissions of its files.'] as const;
const FAILED = ['failed', 'The disk reported an error. Check the disk.'] as const;
/** SQLite reports a page that the disk cannot read as damage. */
const DAMAGED = [
  'damaged',
  'The library file is damaged, or the disk cannot read it. Check the disk, and run notes doctor.',
] as const;

/**
 * Meanings of the codes of SQLite and the system, by prefix; the first match counts. A rejected write (disk full,
 * quota, size limit) leaves a known state behind, unlike a failed sync.
 */
const MEANINGS = [
  ['SQLITE_BUSY', BUSY],
  ['SQLITE_LOCKED', BUSY],
  ['SQLITE_FULL', FULL],
  ['SQLITE_IOERR_WRITE', REFUSED],
  ['SQLITE_IOERR_SHMSIZE', REFUSED],
  ['SQLITE_IOERR', FAILED],
  ['SQLITE_READONLY', READ_ONLY],
  [
    'SQLITE_CANTOPEN',
    [
      'read_only',
      'The library cannot be opened for writing. Check the permissions and the free space of its folder, or copy the folder elsewhere and open the copy.',
    ],
  ],
  ['SQLITE_PERM', READ_ONLY],
  ['SQLITE_NOTADB', DAMAGED],
  ['SQLITE_CORRUPT', DAMAGED],
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
  ['EFBIG', FULL],
  ['EACCES', READ_ONLY],
  ['EPERM', READ_ONLY],
  ['EROFS', ['read_only', 'The file system is read-only. Make it writable, or use a folder on another disk.']],
  ['EIO', FAILED],
] as const;

/** Converts an error of SQLite about the disk or a lock to a storage error; returns other errors unchanged. */
export function asStorageError(error: unknown): unknown {
  return convertByCode(sqliteCode(error), error);
}

/** Converts like {@link asStorageError}, and also errors of the system about the library's files. */
export function asFileError(error: unknown): unknown {
  return convertByCode(getErrorCode(error), error);
}

/** Returns the code of an error of SQLite or of the system. Node has no name for an exceeded quota. */
export function getErrorCode(error: unknown): string | undefined {
  const { code, errno } = (error ?? {}) as { readonly code?: unknown; readonly errno?: unknown };
  if (errno === -constants.errno.EDQUOT) return 'EDQUOT';
  return typeof code === 'string' ? code : undefined;
}

/** Runs work on a database and converts its errors by {@link asStorageError}. */
export function withStorageErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asStorageError(error);
  }
}

/** Runs work on the library's files and converts its errors by {@link asFileError}. */
export function withFileErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asFileError(error);
  }
}

/** Awaits work on the library's files and converts its errors by {@link asFileError}. */
export async function awaitWithFileErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw asFileError(error);
  }
}

/** System error codes that concern the disk, independent of the path. */
const DISK_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO']);

/**
 * Converts an error of SQLite, and an error of the system that concerns the disk, to a storage error; returns other
 * errors unchanged. Meant for interfaces to callers: permission errors and missing files concern a path that only the
 * caller knows.
 */
export function asDiskError(error: unknown): unknown {
  const code = getErrorCode(error);
  const isOfDisk = code !== undefined && (DISK_CODES.has(code) || sqliteCode(error) !== undefined);
  return isOfDisk ? convertByCode(code, error) : error;
}

function convertByCode(code: string | undefined, error: unknown): unknown {
  const meaning = MEANINGS.find(([start]) => code?.startsWith(start))?.[1];
  return meaning === undefined ? error : new StorageError(meaning[0], namePath(error) ?? meaning[1], error);
}

/** Returns the message for a read-only file system with the path that the system refused; undefined without one. */
function namePath(error: unknown): string | undefined {
  const { path } = error as { readonly path?: unknown };
  if (getErrorCode(error) !== 'EROFS' || typeof path !== 'string') return undefined;
  return `${path} is on a read-only file system. Make it writable, or use a folder on another disk.`;
}
