import type { LoggedOperation, Operation } from '@notes/sync-protocol';
import { type OpenedLibrary, openTestLibrary } from '../support.js';

/** Opens a library that is a replica from its creation, or from now on. */
export async function openReplica(dataDir?: string): Promise<OpenedLibrary> {
  const opened = await openTestLibrary(dataDir);
  await begin(opened);
  return opened;
}

export async function begin({ library }: OpenedLibrary): Promise<void> {
  await library.store.write((unit) => unit.sync.becomeReplica(library.replicaId));
}

/** Returns the operations of this library after a sequence number. */
export const own = ({ library }: OpenedLibrary, after = 0): LoggedOperation[] =>
  library.store.read(({ sync }) => sync.operations(library.replicaId, after, 10_000));

/** Returns the operations that `work` adds to the log. */
export async function recordOperations(opened: OpenedLibrary, work: () => Promise<unknown>): Promise<Operation[]> {
  const before = own(opened).length;
  await work();
  return own(opened, before).map(({ operation }) => operation);
}
