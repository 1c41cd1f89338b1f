import { type Draft, newDraftKey } from '../drafts/journal.js';
import { NoteLock } from '../drafts/note-lock.js';
import { sameText } from '../drafts/note-text.js';
import type { RemoteNote } from '../drafts/remote.js';
import { service } from '../drafts/service.js';
import { journal } from '../drafts/shared-journal.js';
import { NoteSession, type Opening, whenClosed } from './session.js';
import { text } from './texts.js';

/** Why a note cannot be opened. */
export interface NotOpened {
  readonly code: string;
  readonly message: string;
}

/** Opens a note for writing: what the server has, or the draft there is of it. */
export async function openSession(opening: Opening): Promise<NoteSession | NotOpened> {
  const key = opening.documentId ?? opening.draftKey ?? newDraftKey();
  await whenClosed(key);
  let session: NoteSession | undefined;
  const lock = new NoteLock(key, async () => session?.giveUp());
  await lock.acquire(opening.take);
  const [draft, found] = await Promise.all([
    journal.get(key).catch(() => undefined),
    opening.documentId === undefined ? undefined : service.read(key),
  ]);
  if (found !== undefined && found.kind !== 'done' && draft === undefined) {
    lock.close();
    return found.kind === 'refused' ? found : OFFLINE;
  }
  const note = found?.kind === 'done' ? found.note : undefined;
  const isDone = draft !== undefined && note !== undefined && isDoneWith(draft, note);
  if (isDone && lock.isHeld.peek()) await journal.remove(key);
  session = new NoteSession({ key, lock, draft: isDone ? undefined : draft, note }, opening);
  return session;
}

const OFFLINE: NotOpened = { code: 'offline', message: text.notKept };

/** Where the server has the text of a draft, only the answer was lost; or nothing was written since it was read. */
function isDoneWith({ text: mine, base, unanswered }: Draft, note: RemoteNote): boolean {
  const isAsRead = base !== undefined && unanswered.length === 0 && sameText(mine, base);
  return isAsRead || sameText(mine, note);
}
