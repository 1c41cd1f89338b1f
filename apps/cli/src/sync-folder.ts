import { type Output as Result, ServiceError } from '@notes/contract';
import type { LoadedConfig } from '@notes/operations/config';
import { toOneLine } from './text.js';

const TARGET = 'Sync target: ';
const FOLDER = /\bsync folder\b/;

/**
 * Names the sync folder of the settings in a message about it. The messages themselves have no paths, because assistants
 * and other devices read them too.
 */
export function nameSyncFolder(message: string, { values }: Pick<LoadedConfig, 'values'>): string {
  const { 'sync.target': target, 'sync.directory.path': path } = values;
  if (target !== 'directory' || path === '' || message.includes(path)) return message;
  const name = toOneLine(path);
  if (message.startsWith(TARGET)) return `Sync target ${name}: ${message.slice(TARGET.length)}`;
  return message.replace(FOLDER, (words) => `${words} ${name}`);
}

/** Names the sync folder in an error of an operation. */
export function nameSyncFolderInError(error: unknown, config: Pick<LoadedConfig, 'values'>): unknown {
  if (error instanceof ServiceError) error.message = nameSyncFolder(error.message, config);
  return error;
}

/** Names the sync folder in the error of a failed job. */
export function nameSyncFolderInJob<Job extends Pick<Result<'getJob'>, 'error'>>(
  job: Job,
  config: Pick<LoadedConfig, 'values'>,
): Job {
  const { error } = job;
  return error ? { ...job, error: { ...error, message: nameSyncFolder(error.message, config) } } : job;
}
