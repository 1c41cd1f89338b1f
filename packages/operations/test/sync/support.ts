import type { LoggedOperation, Operation } from '@notes/sync-protocol';
import { type OpenedLibrary, openTestLibrary } from '../support.js';

/** A library that is a replica from its beginning, or from now on. */
export async function openReplica(dataDir?: string): Promise<OpenedLibrary> {
  const opened = await openTestLibrary(dataDir);
  await begin(opened);
  return opened;
}

export async function begin({ library }: OpenedLibrary): Promise<void> {
  await library.store.write((unit) => unit.sync.begin(library.replicaId));
}

/** The operations of this library after one of them. */
export const own = ({ library }: OpenedLibrary, after = 0): LoggedOperation[] =>
  library.store.read(({ sync }) => sync.operations(library.replicaId, after, 10_000));

/** What `work` adds to the log. */
export async function said(opened: OpenedLibrary, work: () => Promise<unknown>): Promise<Operation[]> {
  const before = own(opened).length;
  await work();
  return own(opened, before).map(({ operation }) => operation);
}
