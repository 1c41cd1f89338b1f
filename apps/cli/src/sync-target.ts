import { type Output as Result, ServiceError } from '@notes/contract';
import type { LoadedConfig } from '@notes/operations/config';
import { toOneLine } from './text.js';

const TARGET = 'Sync target: ';
const FOLDER = /\bsync folder\b/;

/**
 * Names the sync folder or service of the settings in a message about it. The messages themselves have no paths and
 * addresses, because assistants and other devices read them too.
 */
export function nameSyncTarget(message: string, { values }: Pick<LoadedConfig, 'values'>): string {
  const { 'sync.target': target, 'sync.directory.path': path, 'sync.rest_peer.base_url': baseUrl } = values;
  const place = { none: '', directory: path, rest: baseUrl }[target];
  if (place === '' || message.includes(place)) return message;
  const name = toOneLine(place);
  if (message.startsWith(TARGET)) return `Sync target ${name}: ${message.slice(TARGET.length)}`;
  return target === 'directory' ? message.replace(FOLDER, (words) => `${words} ${name}`) : message;
}

/** Names the sync folder or service in an error of an operation. */
export function nameSyncTargetInError(error: unknown, config: Pick<LoadedConfig, 'values'>): unknown {
  if (error instanceof ServiceError) error.message = nameSyncTarget(error.message, config);
  return error;
}

/** Names the sync folder or service in the error of a failed job. */
export function nameSyncTargetInJob<Job extends Pick<Result<'getJob'>, 'error'>>(
  job: Job,
  config: Pick<LoadedConfig, 'values'>,
): Job {
  const { error } = job;
  return error ? { ...job, error: { ...error, message: nameSyncTarget(error.message, config) } } : job;
}
