import { type ErrorCode, ServiceError } from '@notes/contract';
import { asDiskError, StorageError, type StorageReason } from '@notes/storage';

/** Error codes of storage errors that do not mean that the library is currently unusable. */
const CODES: Readonly<Partial<Record<StorageReason, ErrorCode>>> = {
  too_large: 'body_too_large',
  damaged_blob: 'internal_error',
};

/**
 * Maps an error of storage, SQLite or a disk to the service error that each interface returns; other errors stay
 * unchanged. A full disk is `storage_unavailable`, whichever file could not be written.
 */
export function toServiceError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const known = asDiskError(error);
  return known instanceof StorageError
    ? new ServiceError(CODES[known.reason] ?? 'storage_unavailable', known.message, { cause: error })
    : error;
}
