/** Begins the name of the lock on a note; its key follows. */
export const LOCK_PREFIX = 'notes.note:';
/** Names of the locks that this tab holds. */
export const ownLocks = new Set<string>();

/** Returns the keys of the notes whose lock another tab holds. */
export async function listForeignLocks(): Promise<ReadonlySet<string>> {
  const locks = navigator.locks as LockManager | undefined;
  const names = (await locks?.query())?.held?.map(({ name = '' }) => name) ?? [];
  return new Set(names.filter((name) => !ownLocks.has(name)).map((name) => name.slice(LOCK_PREFIX.length)));
}
