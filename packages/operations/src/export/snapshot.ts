import { type ElsewhereReader, type SelectionContents, StorageError, takeImage } from '@notes/storage';
import type { Context } from '../context.js';
import { asFolderRefusal } from '../outside-folder.js';
import { type Exclusion, gather, manifestOf } from '../selection/gather.js';
import type { PlanTask } from '../selection/plan-task.js';
import { timestamp } from '../wire.js';

/** A selection of the library as it was at one moment. */
export interface Snapshot {
  readonly reader: ElsewhereReader;
  readonly contents: SelectionContents;
  readonly exclusions: readonly Exclusion[];
  /** Of everything selected. */
  readonly manifestSha256: string;
  readonly databaseId: string;
}

/** Runs `work` on a copy of the library; nothing is purged, collected or imported meanwhile. */
export async function onSnapshot<T>(
  { library, now }: Context,
  plan: PlanTask,
  { what, work }: { readonly what: string; readonly work: (snapshot: Snapshot) => Promise<T> },
): Promise<T> {
  const holder = `${what} of process ${process.pid} (profile ${library.profile}, since ${timestamp(now())})`;
  const lock = library.store.lockMaintenance(holder);
  try {
    const image = takeImage(plan.dataDir);
    try {
      const { reader } = image;
      const { contents, exclusions } = gather(reader, plan);
      const { databaseId } = plan;
      return await work({ reader, contents, exclusions, databaseId, manifestSha256: manifestOf(plan, contents) });
    } finally {
      image.close();
    }
  } catch (error) {
    throw asRefusal(error);
  } finally {
    lock.release();
  }
}

function asRefusal(error: unknown): unknown {
  const isFull = error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOSPC';
  return isFull ? new StorageError('full', 'the disk takes no more data', error) : asFolderRefusal(error);
}
