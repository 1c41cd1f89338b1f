import { signal } from '@preact/signals';
import { listForeignLocks } from './foreign-locks.js';
import { type Draft, type Journal, openJournal } from './journal.js';
import { openTable } from './table.js';
import type { Tail } from './tail.js';

/** Drafts of this browser that no open note handles, in this tab or another. */
export const pendingDrafts = signal<readonly Draft[]>([]);
/** Changes written by editors since their drafts were written. */
export const tails = openTable<Tail>('tails');

const stored = openJournal();
/** Number of open notes that handle a draft: a note may open before its predecessor has closed. */
const handledDrafts = new Map<string, number>();

const isWritten = async (key: string) => (await listForeignLocks()).has(key) || handledDrafts.has(key);

/**
 * Merges the tails of a note, or of all notes, into their drafts. The code for this is loaded only when there are
 * tails, which is rare; if it cannot be loaded, the tails stay.
 */
async function recover(key?: string): Promise<void> {
  if ((await tails.list()).length === 0) return;
  const loaded = await Promise.all([import('./recovery.js'), import('./service.js')]).catch(() => undefined);
  if (loaded === undefined) return;
  const [{ listTailNotes, recoverTails }, { readRevision }] = loaded;
  const ports = { journal: stored, tails, readRevision, isWritten };
  for (const note of key === undefined ? await listTailNotes(ports) : [key]) await recoverTails(note, ports);
}

/** Journal of this browser; its changes update {@link pendingDrafts}. */
export const journal: Journal = {
  put: stored.put,
  list: stored.list,
  replace: stored.replace,
  /** Returns the draft of a note with every change its editor recorded. */
  get: async (key) => {
    await recover(key);
    return stored.get(key);
  },
  remove: async (key) => {
    await stored.remove(key);
    pendingDrafts.value = pendingDrafts.peek().filter((draft) => draft.key !== key);
  },
};

/** Reads which drafts no open note handles. A browser that blocks IndexedDB has none. */
export async function refreshPending(): Promise<void> {
  try {
    await recover();
    const [drafts, foreignLocks] = await Promise.all([stored.list(), listForeignLocks()]);
    pendingDrafts.value = drafts.filter(({ key }) => !handledDrafts.has(key) && !foreignLocks.has(key));
  } catch {
    pendingDrafts.value = [];
  }
}

/** Records that an open note handles a draft; the returned function ends that. */
export function handleDraft(key: string): () => void {
  handledDrafts.set(key, (handledDrafts.get(key) ?? 0) + 1);
  pendingDrafts.value = pendingDrafts.peek().filter((draft) => draft.key !== key);
  return () => {
    const otherHandlers = (handledDrafts.get(key) ?? 1) - 1;
    if (otherHandlers > 0) handledDrafts.set(key, otherHandlers);
    else handledDrafts.delete(key);
    void refreshPending();
  };
}
