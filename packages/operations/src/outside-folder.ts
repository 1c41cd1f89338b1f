import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { ServiceError } from '@notes/contract';

/** The data directory is no place for what is written elsewhere: what it holds may be removed. */
export function refuseLibrary(directory: string, dataDir: string): void {
  const way = relative(realpathSync(dataDir), directory);
  if (way === '' || !way.startsWith('..'))
    throw new ServiceError('validation_failed', 'directory: is within the data directory of the library');
}

/** Errors of the system about the folder a person named. */
const UNUSABLE: ReadonlySet<unknown> = new Set([
  ...['ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ELOOP', 'ENAMETOOLONG', 'EBUSY', 'EXDEV'],
]);

/** An error of the system about a folder that a person named in the codes of the service; anything else as it is. */
export function asFolderRefusal(error: unknown): unknown {
  if (error instanceof Error && UNUSABLE.has((error as NodeJS.ErrnoException).code))
    return new ServiceError('validation_failed', `directory: ${error.message}`, { cause: error });
  return error;
}
