import {
  asFileError,
  asStorageError,
  getErrorCode,
  openSnapshot,
  type SelectionContents,
  type WorkerReader,
} from '@notes/storage';
import { computeSelectionDigest, type Exclusion, gather } from '../../organise/selection/gather.js';
import type { SelectionTask } from '../../organise/selection/selection-task.js';
import type { Context } from '../../platform/context.js';
import { asFolderRefusal } from '../../platform/outside-folder.js';
import { timestamp } from '../../platform/wire.js';
import { refuseMissingBytes } from '../../sync/resources/refuse-missing-bytes.js';

/** A selection of the library at one moment. */
export interface Snapshot {
  readonly reader: WorkerReader;
  readonly contents: SelectionContents;
  readonly exclusions: readonly Exclusion[];
  /** Digest of the manifest of the selection. */
  readonly manifestSha256: string;
  readonly databaseId: string;
}

/**
 * Runs `work` on a snapshot of the library. Nothing is purged, garbage-collected or imported meanwhile.
 *
 * @throws ServiceError `conflict` when bytes of attachments are not on this device yet
 */
export async function withSnapshot<T>(
  { library: { store, profile }, now }: Context,
  plan: SelectionTask,
  { what, work }: { readonly what: string; readonly work: (snapshot: Snapshot) => Promise<T> },
): Promise<T> {
  const holder = `${what} of process ${process.pid} (profile ${profile}, since ${timestamp(now())})`;
  const lock = store.lockMaintenance(holder);
  try {
    const library = openSnapshot(plan.dataDir);
    try {
      const { reader } = library;
      const { contents, exclusions } = gather(reader, plan);
      refuseMissingBytes(reader, reader.exported.attachments());
      const { databaseId } = plan;
      return await work({
        reader,
        contents,
        exclusions,
        databaseId,
        manifestSha256: computeSelectionDigest(plan, contents),
      });
    } finally {
      library.close();
    }
  } catch (error) {
    throw asRefusal(error);
  } finally {
    lock.release();
  }
}

function asRefusal(error: unknown): unknown {
  const isFull = ['ENOSPC', 'EDQUOT'].includes(getErrorCode(error) ?? '');
  return isFull ? asFileError(error) : asFolderRefusal(asStorageError(error));
}
