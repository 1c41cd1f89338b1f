import { type ErrorCode, ServiceError } from '@notes/contract';
import { asDiskError, StorageError, type StorageReason } from '@notes/storage';
import { SafeMessageError } from './jobs/fault.js';

/** Error codes of storage errors that do not mean that the library is currently unusable. */
const CODES: Readonly<Partial<Record<StorageReason, ErrorCode>>> = {
  too_large: 'body_too_large',
  damaged_blob: 'internal_error',
};

const MISSING_MODULE: readonly unknown[] = ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'];

/** Error for a file of the program that is missing, as after an upgrade of a running program. */
export class MissingFileError extends SafeMessageError {
  constructor(cause: unknown) {
    super(
      'internal_error',
      'A file of the program is missing, as after an upgrade. Restart the program, or install Notes again',
      { cause },
    );
  }
}

/**
 * Maps an error of storage, SQLite, a disk or the program's own files to the service error that each interface returns;
 * other errors stay unchanged. A full disk is `storage_unavailable`, whichever file could not be written.
 */
export function toServiceError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  if (error instanceof Error && 'code' in error && MISSING_MODULE.includes(error.code))
    return new MissingFileError(error);
  const known = asDiskError(error);
  return known instanceof StorageError
    ? new ServiceError(CODES[known.reason] ?? 'storage_unavailable', known.message, { cause: error })
    : error;
}
