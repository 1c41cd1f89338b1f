import { signal } from '@preact/signals';
import { type Draft, type Journal, openJournal } from './journal.js';
import { heldElsewhere } from './note-lock.js';

/** The drafts of this browser that no open note looks after, of this tab or of another. */
export const pendingDrafts = signal<readonly Draft[]>([]);

const stored = openJournal();
const lookedAfter = new Set<string>();

/** The journal of this browser; what changes in it is seen in {@link pendingDrafts}. */
export const journal: Journal = {
  ...stored,
  remove: async (key) => {
    await stored.remove(key);
    pendingDrafts.value = pendingDrafts.peek().filter((draft) => draft.key !== key);
  },
};

export async function refreshPending(): Promise<void> {
  const [drafts, elsewhere] = await Promise.all([stored.list(), heldElsewhere()]);
  pendingDrafts.value = drafts.filter(({ key }) => !lookedAfter.has(key) && !elsewhere.has(key));
}

/** Says that an open note looks after a draft; what it returns ends that. */
export function lookAfter(key: string): () => void {
  lookedAfter.add(key);
  pendingDrafts.value = pendingDrafts.peek().filter((draft) => draft.key !== key);
  return () => {
    lookedAfter.delete(key);
    void refreshPending();
  };
}
