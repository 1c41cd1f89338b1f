import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '@notes/contract';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EACCES: 'cannot be written: you have no permission',
  EPERM: 'cannot be written: you have no permission',
  EROFS: 'is on a read-only file system',
};
/** Variable that sets the folder for temporary files. */
export const TEMPORARY_FOLDER_VARIABLE = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';

/**
 * Creates a private folder in the folder of the system for temporary files.
 *
 * @param prefix beginning of its name
 * @throws ServiceError `storage_unavailable` when the folder for temporary files is missing or cannot be written
 */
export function makeTemporaryFolder(prefix: string): string {
  const above = tmpdir();
  try {
    return mkdtempSync(join(above, prefix));
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new ServiceError(
      'storage_unavailable',
      `The folder for temporary files, ${above}, ${reason}. Set ${TEMPORARY_FOLDER_VARIABLE} to a folder that you can write`,
      { cause: error },
    );
  }
}
