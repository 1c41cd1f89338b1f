import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ServiceError } from '@notes/contract';
import { isWithin } from './is-within.js';

/** Refuses a folder within the data directory: files there may be removed. */
export function refuseLibrary(directory: string, dataDir: string): void {
  if (isWithin(resolveRealPath(directory), resolveRealPath(dataDir)))
    throw new ServiceError('validation_failed', 'directory: must be outside the data directory of the library');
}

/** Resolves a path to a real path. The end of the path need not exist yet. */
export function resolveRealPath(path: string): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync.native(whole);
  const above = dirname(whole);
  return above === whole ? whole : join(resolveRealPath(above), basename(whole));
}

/** Descriptions of an unusable folder, by system error code. */
const UNUSABLE: Readonly<Record<string, string>> = {
  ENOTDIR: 'is not a folder',
  EACCES: 'cannot be read or written: permission denied',
  EPERM: 'cannot be read or written: permission denied',
  EROFS: 'is on a read-only file system',
  ELOOP: 'is a symbolic link that leads to itself',
  ENAMETOOLONG: 'has a name that is too long',
  EBUSY: 'is in use by another program',
  EXDEV: 'spans two file systems',
};

/** Maps a system error about a user-supplied folder to a service error; returns any other error unchanged. */
export function asFolderRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code = '', path = 'it' } = error as NodeJS.ErrnoException;
  const wrong = UNUSABLE[code];
  if (wrong === undefined) return error;
  return new ServiceError('validation_failed', `directory: ${path} ${wrong} (${code})`, { cause: error });
}
