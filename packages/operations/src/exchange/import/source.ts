import { realpath, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { type Input, ServiceError } from '@notes/contract';
import type { SourceLocation } from '@notes/note-formats';
import { sha256 } from '../../platform/sha256.js';

export type Format = Input<'importFolder'>['format'];

/** Path of an import: a folder, or a file. A link given by the user is followed. */
export interface SourcePath extends SourceLocation {
  /** Name of the notebook at the top. */
  readonly name: string;
}

/**
 * Finds the folder or file at a path.
 *
 * @throws ServiceError `not_found` when it cannot be read; `validation_failed` when it is neither a folder nor a file
 */
export async function findSource(path: string): Promise<SourcePath> {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    throw new ServiceError('not_found', `${path}: ${reasons[error.code ?? ''] ?? 'cannot be read'}`, { cause: error });
  });
  const status = await stat(real);
  const isFolder = status.isDirectory();
  if (!isFolder && !status.isFile())
    throw new ServiceError('validation_failed', `path: ${path} is neither a folder nor a regular file`);
  return { path: real, isFolder, name: basename(real, isFolder ? '' : extname(real)) || 'Imported' };
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: 'no such file or folder',
  EACCES: 'permission denied',
  ELOOP: 'its symbolic links form a loop',
};

/** Returns the default name of a source: stable for the same path, without revealing the path. */
export function getDefaultSourceName({ name, path }: Pick<SourcePath, 'name' | 'path'>): string {
  return `${name}-${sha256(path).slice(0, 8)}`;
}
