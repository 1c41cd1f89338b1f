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
  | 'unsupported_query';

/**
 * The one error storage throws of itself. `busy`, `full`, `failed`, `read_only`: nothing was written (after `failed`
 * the outcome of the last commit is unknown and every later write fails until the library is opened again).
 * The others: the library cannot be opened, or a query asks for what is not stored.
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

/** Turns an error of SQLite about the disk or a lock into the storage error it means; others pass as they are. */
export function asStorageError(error: unknown): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  if (code.startsWith('SQLITE_BUSY') || code === 'SQLITE_LOCKED')
    return new StorageError('busy', 'the library is in use by another process', error);
  if (code === 'SQLITE_FULL') return new StorageError('full', 'the disk is full', error);
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_CANTOPEN')
    return new StorageError('read_only', 'the library cannot be written', error);
  if (code.startsWith('SQLITE_IOERR')) return new StorageError('failed', 'the disk failed', error);
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))
    return new StorageError('damaged', 'the library file is damaged', error);
  return error;
}
