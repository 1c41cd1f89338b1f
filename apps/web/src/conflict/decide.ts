import { NoteLock } from '../drafts/note-lock.js';
import { sameText } from '../drafts/note-text.js';
import type { Outcome } from '../drafts/remote.js';
import { journal } from '../drafts/shared-journal.js';
import type { LocalDraft } from './draft-resolution.js';
import { draftResolutions } from './draft-resolution.js';

/** Result of a decision; `left`: the wait for the tab that writes the note was abandoned, and nothing was done. */
export type DecisionOutcome = Outcome | { readonly kind: 'left' };

/**
 * Applies a decision about a draft and removes the draft. No other tab writes the note meanwhile. The result is also
 * `stale` when another tab changed the draft. `leaveSignal` ends the wait for that tab.
 */
export function decide(
  draft: LocalDraft,
  act: () => Promise<Outcome>,
  leaveSignal?: AbortSignal,
): Promise<DecisionOutcome> {
  return withLock(draft.key, leaveSignal, async () => {
    const now = await journal.get(draft.key);
    if (now !== undefined && !sameText(now.text, draft.text)) return { kind: 'stale' };
    const outcome = await act();
    if (outcome.kind !== 'done') return outcome;
    await Promise.all([journal.remove(draft.key), draftResolutions.remove(draft.key)]);
    return outcome;
  });
}

/** Takes the lock of the note from the tab that holds it, and keeps it until `act` is done. */
async function withLock(
  documentId: string,
  leaveSignal: AbortSignal | undefined,
  act: () => Promise<DecisionOutcome>,
): Promise<DecisionOutcome> {
  let release = () => {};
  const ended = new Promise<void>((resolve) => {
    release = resolve;
  });
  const lock = new NoteLock(documentId, () => ended);
  await lock.acquire(true, leaveSignal);
  try {
    return lock.isHeld.peek() ? await act() : { kind: 'left' };
  } finally {
    release();
    lock.close();
  }
}
