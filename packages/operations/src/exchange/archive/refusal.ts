import { ArchiveError, type ArchiveErrorCode, NotRegularFile } from '@notes/archive-manifest';
import { type ErrorCode, ServiceError } from '@notes/contract';
import { asDiskError, StorageError } from '@notes/storage';

const CODES: { readonly [Code in ArchiveErrorCode]?: ErrorCode } = {
  archive_target_not_empty: 'conflict',
  archive_target_exists: 'conflict',
  archive_not_regular: 'conflict',
  archive_limit_exceeded: 'validation_failed',
  archive_disk_full: 'storage_unavailable',
  archive_locked: 'storage_unavailable',
};

/** Ways in which the system refuses a path, by its error code: the code of the service, and the reason. */
const PATH_REFUSALS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  EACCES: ['storage_unavailable', 'permission denied'],
  EPERM: ['storage_unavailable', 'permission denied'],
  EROFS: ['storage_unavailable', 'the file system is read-only'],
  EBUSY: ['storage_unavailable', 'another program uses it'],
  EXDEV: ['storage_unavailable', 'it is on another file system'],
  ENOTDIR: ['validation_failed', 'a part of the path is not a folder'],
  ELOOP: ['validation_failed', 'a symbolic link in the path leads to itself'],
  ENAMETOOLONG: ['validation_failed', 'the name is too long'],
};
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: '. Change its permissions, or run the command as a user who has them',
  EPERM: '. Change its permissions, or run the command as a user who has them',
};
const READING_CALLS: ReadonlySet<string | undefined> = new Set(['stat', 'lstat', 'scandir', 'opendir', 'read']);

/**
 * Converts an error of an archive, of storage or of the system about a path to an error of the service; returns any
 * other error unchanged.
 *
 * @param folder folder that the command writes to; the error for a full disk names it
 */
export function asRefusal(error: unknown, folder?: string): unknown {
  if (error instanceof ArchiveError) {
    const what = folder === undefined || error.code !== 'archive_disk_full' ? error.message : describeFullDisk(folder);
    const message = `${error.code}: ${what}. ${error.advice}`;
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
  const refusal = asPathRefusal(error) ?? asDiskError(error);
  return folder !== undefined && isDiskFull(refusal)
    ? new ServiceError('storage_unavailable', `${describeFullDisk(folder)}. Free some space and try again`, {
        cause: error,
      })
    : refusal;
}

/** Returns true for the error of a disk that is full. */
export function isDiskFull(error: unknown): boolean {
  const known = asDiskError(error);
  return known instanceof StorageError && known.reason === 'full';
}

const describeFullDisk = (folder: string) => `The disk of ${folder} is full, or a quota is reached`;

/** Returns undefined for an error that is not about a path, or has another code. */
function asPathRefusal(error: unknown): ServiceError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  const refusal = PATH_REFUSALS[code];
  if (refusal === undefined || path === undefined) return undefined;
  const use = READING_CALLS.has(syscall) ? 'read' : syscall === 'open' ? 'opened' : 'written';
  const message = `${path} cannot be ${use}: ${refusal[1]} (${code})${ADVICE[code] ?? ''}`;
  return new ServiceError(refusal[0], message, { cause: error });
}
