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
import { checkAttachments, type StoredBytes } from './check-attachments.js';
import { checkDrill, type DrillFacts, readDrillFacts } from './check-drill.js';
import { type Check, toWireCheck } from './check-result.js';
import { checkSidecar, readSidecarFacts, readStoredSidecar, type StoredSidecar } from './check-sidecar.js';
import { checkSyncKeys, isInGroup } from './check-sync-keys.js';
import { RESTORE_ADVICE, runDatabaseChecks } from './database-checks.js';
import { checkDiskSpace, checkFileModes, checkJobs, checkLocks, checkSettings } from './environment-checks.js';

/** Location of a library and the settings it is used with. */
export interface LibraryLocation {
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
  { dataDir, values }: LibraryLocation,
  { deep, now }: Input<'checkLibrary'> & { readonly now: number },
): Promise<Output<'checkLibrary'>> {
  const paths = dataPaths(dataDir);
  const stored = checkLibraryFile(dataDir, values, deep);
  const checks = [
    ...stored.checks,
    ...(stored.bytes === null
      ? []
      : [toWireCheck('attachments', await checkAttachments(paths, stored.bytes, { deep }))]),
    toWireCheck('file_modes', checkFileModes(paths)),
    toWireCheck('disk_space', checkDiskSpace(paths)),
    toWireCheck('locks', checkLocks(paths)),
    toWireCheck('jobs', checkJobs(paths, stored.jobs)),
    toWireCheck('settings', checkSettings(values)),
    toWireCheck('sidecar', checkSidecar(values, await readSidecarFacts(values, stored.sidecar, now))),
    toWireCheck('sync_keys', checkSyncKeys(dataDir, stored.isInGroup)),
    toWireCheck('drill', checkDrill(values, stored.drills, now)),
  ];
  return { generated_at: timestamp(now), data_dir: dataDir, deep, checks };
}

/** Contents of the library file; attachments and jobs are absent where the file cannot be read. */
interface StoredContents {
  readonly checks: readonly Check[];
  readonly bytes: StoredBytes | null;
  readonly jobs: readonly UnfinishedJob[];
  readonly sidecar: StoredSidecar | null;
  readonly drills: DrillFacts | null;
  /** True when the library belongs to a sync group. */
  readonly isInGroup: boolean;
}

const UNREADABLE = { bytes: null, jobs: [], sidecar: null, drills: null, isInGroup: false } as const;

const NO_LIBRARY: ReadonlySet<StorageReason> = new Set(['foreign', 'empty', 'damaged']);

function checkLibraryFile(dataDir: string, values: ConfigValues, deep: boolean): StoredContents {
  try {
    return checkStored(dataDir, (library) => readStored(library, values, deep));
  } catch (error) {
    if (!(error instanceof StorageError && NO_LIBRARY.has(error.reason))) throw error;
    const found = { status: 'fail', message: error.message, advice: RESTORE_ADVICE } as const;
    return { checks: [toWireCheck('pages', found)], ...UNREADABLE };
  }
}

function readStored(library: LibraryCheck, values: ConfigValues, deep: boolean): StoredContents {
  const checks = runDatabaseChecks(library, { deep });
  return checks.length === 1
    ? { checks, ...UNREADABLE }
    : {
        checks,
        bytes: readOrNull(() => ({
          resources: library.resources(),
          sourceBundles: library.sourceBundles(),
          onOtherDevices: library.findRefetchable(),
        })),
        jobs: readOrNull(() => library.unfinishedJobs()) ?? [],
        sidecar: readOrNull(() => readStoredSidecar(library, values)),
        drills: readOrNull(() => readDrillFacts(library)),
        isInGroup: readOrNull(() => isInGroup(library)) ?? false,
      };
}

/** Returns the value, or null where damage that is already a finding makes it unreadable. */
function readOrNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof StorageError) return null;
    throw error;
  }
}
