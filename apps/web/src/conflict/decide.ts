import { NoteLock } from '../drafts/note-lock.js';
import { sameText } from '../drafts/note-text.js';
import type { Outcome } from '../drafts/remote.js';
import { journal } from '../drafts/shared-journal.js';
import type { Mine } from './deciding.js';
import { decidings } from './decidings.js';

/** What came of a decision; left: the tab that writes the note was not waited for any more, and nothing was done. */
export type Decided = Outcome | { readonly kind: 'left' };

/**
 * Does what was decided about a draft, which is done with then. No other tab writes the note meanwhile; stale too where
 * one wrote on in the draft. `left` ends the waiting for that tab.
 */
export function decide(draft: Mine, act: () => Promise<Outcome>, left?: AbortSignal): Promise<Decided> {
  return exclusively(draft.key, left, async () => {
    const now = await journal.get(draft.key);
    if (now !== undefined && !sameText(now.text, draft.text)) return { kind: 'stale' };
    const outcome = await act();
    if (outcome.kind !== 'done') return outcome;
    await Promise.all([journal.remove(draft.key), decidings.remove(draft.key)]);
    return outcome;
  });
}

/** Takes the note from the tab that has it, and gives it to none before this is done. */
async function exclusively(
  documentId: string,
  left: AbortSignal | undefined,
  act: () => Promise<Decided>,
): Promise<Decided> {
  let ended = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const lock = new NoteLock(documentId, () => end);
  await lock.acquire(true, left);
  try {
    return lock.isHeld.peek() ? await act() : { kind: 'left' };
  } finally {
    ended();
    lock.close();
  }
}
