import { noteChange } from '../app/connection.js';
import { systemClock } from './clock.js';
import type { Draft } from './journal.js';
import { NoteLock } from './note-lock.js';
import { SaveEngine } from './save-engine.js';
import type { SaveStatus } from './save-types.js';
import { service } from './service.js';
import { journal, pendingDrafts, refreshPending } from './shared-journal.js';

/** A draft that could not be brought to the server, and how it stands. */
export interface LeftDraft {
  readonly draft: Draft;
  readonly status: SaveStatus;
}

/** Brings every draft no tab looks after to the server, one after the other. Answers what cannot be brought: it stays. */
export async function replayDrafts(): Promise<readonly LeftDraft[]> {
  await refreshPending();
  const left: LeftDraft[] = [];
  for (const draft of pendingDrafts.peek()) {
    const status = await whileHeld(draft.key, () => replay(draft));
    if (status !== undefined && status.word !== 'saved') left.push({ draft, status });
  }
  await refreshPending();
  return left;
}

/** Forgets a draft; answers whether it did: not where a note that is open looks after it. */
export async function discardDraft(key: string): Promise<boolean> {
  return (await whileHeld(key, () => journal.remove(key).then(() => true))) ?? false;
}

/** Has a draft again that was discarded, unless there is another by now. */
export async function putBack(draft: Draft): Promise<void> {
  await whileHeld(draft.key, async () => {
    if ((await journal.get(draft.key)) === undefined) await journal.put(draft);
  });
  await refreshPending();
}

/** Does something about a note as the one place that writes it; undefined where it is written elsewhere. */
async function whileHeld<T>(key: string, act: () => Promise<T>): Promise<T | undefined> {
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
  const take = (merged: typeof text) => {
    text = merged;
  };
  const source = { read: () => ({ text, selection }), merge: take, follow: take };
  const start = { key, base, notebookId, unanswered, startedAt };
  const engine = new SaveEngine({ source, remote: service, journal, clock: systemClock, onSaved: noteChange }, start);
  await engine.release();
  engine.stop();
  return engine.status.peek();
}
