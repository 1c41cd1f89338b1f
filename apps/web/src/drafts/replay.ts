import { refreshStatus } from '../kernel/connection.js';
import { systemClock } from './clock.js';
import type { Draft } from './journal.js';
import { NoteLock } from './note-lock.js';
import { SaveEngine } from './save-engine.js';
import type { SaveStatus } from './save-types.js';
import { remoteService } from './service.js';
import { journal, pendingDrafts, refreshPending, tails } from './shared-journal.js';

/** A draft that could not be saved, and its status. */
export interface LeftDraft {
  readonly draft: Draft;
  readonly status: SaveStatus;
}

/**
 * Saves every draft that no open note handles, one after the other. Returns the drafts that could not be saved; they
 * stay.
 */
export async function replayDrafts(): Promise<readonly LeftDraft[]> {
  await refreshPending();
  const leftDrafts: LeftDraft[] = [];
  for (const draft of pendingDrafts.peek()) {
    const status = await withNoteLock(draft.key, async () => replay((await journal.get(draft.key)) ?? draft));
    if (status !== undefined && status.word !== 'saved') leftDrafts.push({ draft, status });
  }
  await refreshPending();
  return leftDrafts;
}

/** Discards a draft. Returns false when an open note handles it. */
export async function discardDraft(key: string): Promise<boolean> {
  return (await withNoteLock(key, () => journal.remove(key).then(() => true))) ?? false;
}

/** Restores a discarded draft, unless there is a new one. */
export async function restoreStoredDraft(draft: Draft): Promise<void> {
  await withNoteLock(draft.key, async () => {
    if ((await journal.get(draft.key)) === undefined) await journal.put(draft);
  });
  await refreshPending();
}

/** Runs an action while holding the lock of a note; undefined when another tab holds it. */
async function withNoteLock<T>(key: string, act: () => Promise<T>): Promise<T | undefined> {
  let done: Promise<T> | undefined;
  const lock = new NoteLock(key, async () => void (await done));
  await lock.acquire(false);
  if (lock.isHeld.peek()) done = act();
  return (done ?? Promise.resolve(undefined)).finally(() => lock.close());
}

async function replay({
  key,
  base,
  notebookId,
  unanswered,
  startedAt,
  selection,
  ...draft
}: Draft): Promise<SaveStatus> {
  let { text } = draft;
  const applyMerge = (merged: typeof text) => {
    text = merged;
  };
  const source = { read: () => ({ text, selection }), merge: applyMerge, follow: applyMerge };
  const start = { key, base, notebookId, unanswered, startedAt };
  const engine = new SaveEngine(
    { source, remote: remoteService, journal, tails, clock: systemClock, onSaved: refreshStatus },
    start,
  );
  await engine.release();
  // An earlier text may have been stored without a response; the rest is sent once that is known.
  if (engine.status.peek().word === 'editing') await engine.save();
  engine.stop();
  return engine.status.peek();
}
