import { noteChange } from '../app/connection.js';
import { systemClock } from './clock.js';
import type { Draft } from './journal.js';
import { NoteLock } from './note-lock.js';
import { SaveEngine } from './save-engine.js';
import { service } from './service.js';
import { journal, pendingDrafts, refreshPending } from './shared-journal.js';

/** Brings every draft no tab looks after to the server, one after the other. What cannot be brought stays. */
export async function replayDrafts(): Promise<void> {
  for (const draft of pendingDrafts.peek()) {
    let replayed: Promise<void> | undefined;
    const lock = new NoteLock(draft.key, async () => replayed);
    await lock.acquire(false);
    if (lock.isHeld.peek()) replayed = replay(draft);
    await replayed;
    lock.close();
  }
  await refreshPending();
}

async function replay({ key, base, notebookId, unanswered, startedAt, selection, ...draft }: Draft): Promise<void> {
  let { text } = draft;
  const take = (merged: typeof text) => {
    text = merged;
  };
  const source = { read: () => ({ text, selection }), merge: take, follow: take };
  const start = { key, base, notebookId, unanswered, startedAt };
  const engine = new SaveEngine({ source, remote: service, journal, clock: systemClock, onSaved: noteChange }, start);
  await engine.release();
  engine.stop();
}
