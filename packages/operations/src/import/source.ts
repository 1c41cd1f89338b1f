import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ServiceError } from '@notes/contract';
import { sha256 } from '../sha256.js';

/** The folder an import reads. */
export interface SourceFolder {
  /** Its real path: a link given by the user is followed, those within are not. */
  readonly path: string;
  readonly name: string;
}

/** @throws ServiceError `not_found` or `validation_failed` when the path is no folder that can be read */
export async function openFolder(path: string): Promise<SourceFolder> {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    throw new ServiceError('not_found', `${path}: ${reasons[error.code ?? ''] ?? 'cannot be read'}`, { cause: error });
  });
  if (!(await stat(real)).isDirectory()) throw new ServiceError('validation_failed', `path: ${path} is not a folder`);
  return { path: real, name: basename(real) || 'Imported' };
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'you may not read it',
  ELOOP: 'its links go in a circle',
};

/** A name for a source that was given none: the same for the same folder, and without the path to it. */
export function defaultSource(folder: SourceFolder): string {
  return `${folder.name}-${sha256(folder.path).slice(0, 8)}`;
}
