import { ArchiveError, type ArchiveErrorCode, describe } from '@notes/archive-manifest';
import { type ErrorCode, ServiceError } from '@notes/contract';
import { asStorageError } from '@notes/storage';
import { asFolderRefusal } from '../outside-folder.js';

const CODES: { readonly [Code in ArchiveErrorCode]?: ErrorCode } = {
  archive_target_not_empty: 'conflict',
  archive_target_exists: 'conflict',
  archive_limit_exceeded: 'validation_failed',
  archive_disk_full: 'storage_unavailable',
  archive_locked: 'storage_unavailable',
};

/** What ended work on an archive in the codes of the service; anything else as it is. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof ArchiveError) {
    const message = `${error.code}: ${error.message}. ${describe(error.code).advice}`;
    return new ServiceError(CODES[error.code] ?? 'internal_error', message, { cause: error });
  }
  return asFolderRefusal(asStorageError(error));
}
