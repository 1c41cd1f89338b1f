import type { ConfigValues, Input, Output } from '@notes/contract';
import {
  checkLibrary as checkStored,
  dataPaths,
  type LibraryCheck,
  StorageError,
  type StorageReason,
  type UnfinishedJob,
} from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { timestamp } from '../../platform/wire.js';
import { attachments, type StoredBytes } from './attachments.js';
import { databaseChecks, FROM_A_COPY } from './database-checks.js';
import { asCheck, type Check } from './finding.js';
import { diskSpace, fileModes, jobs, locks, settings } from './surroundings.js';

/** Location of a library and the settings it is used with. */
export interface Patient {
  readonly dataDir: string;
  readonly values: ConfigValues;
}

export function checkLibrary({ library, now }: Context, input: Input<'checkLibrary'>): Promise<Output<'checkLibrary'>> {
  return examine({ dataDir: library.store.paths.dataDir, values: library.config }, { ...input, now: now() });
}

/**
 * Checks the integrity of a library without opening it for use.
 *
 * @throws StorageError `missing`; `busy` while another process holds the library exclusively
 */
export async function examine(
  { dataDir, values }: Patient,
  { deep, now }: Input<'checkLibrary'> & { readonly now: number },
): Promise<Output<'checkLibrary'>> {
  const paths = dataPaths(dataDir);
  const stored = storedChecks(dataDir);
  const checks = [
    ...stored.checks,
    ...(stored.bytes === null ? [] : [asCheck('attachments', await attachments(paths, stored.bytes, { deep }))]),
    asCheck('file_modes', fileModes(paths)),
    asCheck('disk_space', diskSpace(paths)),
    asCheck('locks', locks(paths)),
    asCheck('jobs', jobs(paths, stored.jobs)),
    asCheck('settings', settings(values)),
  ];
  return { generated_at: timestamp(now), data_dir: dataDir, deep, checks };
}

/** Contents of the library file; attachments and jobs are absent where the file cannot be read. */
interface Stored {
  readonly checks: readonly Check[];
  readonly bytes: StoredBytes | null;
  readonly jobs: readonly UnfinishedJob[];
}

const NO_LIBRARY: ReadonlySet<StorageReason> = new Set(['foreign', 'empty', 'damaged']);

function storedChecks(dataDir: string): Stored {
  try {
    return checkStored(dataDir, lookAt);
  } catch (error) {
    if (!(error instanceof StorageError && NO_LIBRARY.has(error.reason))) throw error;
    const found = { status: 'fail', message: error.message, advice: FROM_A_COPY } as const;
    return { checks: [asCheck('pages', found)], bytes: null, jobs: [] };
  }
}

function lookAt(library: LibraryCheck): Stored {
  const checks = databaseChecks(library);
  return checks.length === 1
    ? { checks, bytes: null, jobs: [] }
    : {
        checks,
        bytes: read(() => ({
          resources: library.resources(),
          sourceBundles: library.sourceBundles(),
          elsewhere: library.elsewhere(),
        })),
        jobs: read(() => library.unfinishedJobs()) ?? [],
      };
}

/** Returns the value, or null where damage that is already a finding makes it unreadable. */
function read<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof StorageError) return null;
    throw error;
  }
}
