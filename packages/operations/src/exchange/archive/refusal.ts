import { ArchiveError, type ArchiveErrorCode, NotRegularFile } from '@notes/archive-manifest';
import { type ErrorCode, ServiceError } from '@notes/contract';
import { asDiskError, asStorageError } from '@notes/storage';
import { asFolderRefusal } from '../../platform/outside-folder.js';

const CODES: { readonly [Code in ArchiveErrorCode]?: ErrorCode } = {
  archive_target_not_empty: 'conflict',
  archive_target_exists: 'conflict',
  archive_not_regular: 'conflict',
  archive_limit_exceeded: 'validation_failed',
  archive_disk_full: 'storage_unavailable',
  archive_locked: 'storage_unavailable',
};

/** Converts an error of an archive, a disk or storage to an error of the service or of storage; returns any other error unchanged. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof ArchiveError) {
    const message = `${error.code}: ${error.message}. ${error.advice}`;
    return new ServiceError(CODES[error.code] ?? 'internal_error', message, { cause: error });
  }
  if (error instanceof NotRegularFile)
    return asRefusal(
      new ArchiveError(
        'archive_not_regular',
        `${error.message} is not a regular file, or its path contains a symbolic link`,
        {
          cause: error,
        },
      ),
    );
  return asDiskError(asFolderRefusal(asStorageError(error)));
}
