import { journal } from '../drafts/shared-journal.js';
import { openTable } from '../drafts/table.js';
import type { DraftResolution } from './draft-resolution.js';

/** Results in progress by draft, stored beside the journal. */
export const draftResolutions = openTable<DraftResolution>('decidings');

/** Removes results whose draft no longer exists because it was saved, discarded or sent elsewhere. */
export async function removeStaleResolutions(): Promise<void> {
  const resolutions = await draftResolutions.list();
  // Read second: every result had a draft when it was stored.
  const drafts = new Set((await journal.list()).map(({ key }) => key));
  const stale = resolutions.filter(({ key, isTakenBack }) => !drafts.has(key) && !isTakenBack);
  await Promise.all(stale.map(({ key }) => draftResolutions.remove(key)));
}
