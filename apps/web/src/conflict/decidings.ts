import { journal } from '../drafts/shared-journal.js';
import type { Deciding } from './deciding.js';
import { openKept } from './kept.js';

/** What is being decided of drafts, beside the journal that has them. */
export const decidings = openKept<Deciding>('decidings');

/** Removes what was decided of drafts that are no more: they were saved, discarded or written back elsewhere. */
export async function sweepDecidings(): Promise<void> {
  const known = await decidings.list();
  // Read second: whatever is decided about had its draft before.
  const drafts = new Set((await journal.list()).map(({ key }) => key));
  const left = known.filter(({ key, isTakenBack }) => !drafts.has(key) && !isTakenBack);
  await Promise.all(left.map(({ key }) => decidings.remove(key)));
}
