import { type Draft, newDraftKey } from '../drafts/journal.js';
import { NoteLock } from '../drafts/note-lock.js';
import { sameText } from '../drafts/note-text.js';
import type { RemoteNote } from '../drafts/remote.js';
import { remoteService } from '../drafts/service.js';
import { journal } from '../drafts/shared-journal.js';
import { readCopy } from '../offline/note-copies.js';
import { randomKey } from '../ui/unique-id.js';
import { buildEditorDocument } from './editor-document.js';
import { NoteSession, type Opening, waitUntilClosed } from './session.js';
import { text } from './texts.js';

/** Reason why a note cannot be opened. */
export interface NotOpened {
  readonly code: string;
  readonly message: string;
}

/** Opens a note for editing: the server's text, or its draft. */
export async function openSession(opening: Opening): Promise<NoteSession | NotOpened> {
  const key = opening.documentId ?? opening.draftKey ?? newDraftKey();
  await waitUntilClosed(key);
  let session: NoteSession | undefined;
  const lock = new NoteLock(key, async () => session?.release());
  await lock.acquire(opening.take);
  const [draft, answer] = await Promise.all([
    journal.get(key).catch(() => undefined),
    opening.documentId === undefined ? undefined : remoteService.read(key),
  ]);
  // Without the service a note opens as this browser last received it; changes are saved once the service is back.
  const copy = answer?.kind === 'offline' ? await readCopy(key) : undefined;
  if (answer !== undefined && answer.kind !== 'done' && draft === undefined && copy === undefined) {
    lock.close();
    return answer.kind === 'refused' ? answer : OFFLINE;
  }
  const note = answer?.kind === 'done' ? answer.note : copy?.note;
  const isDone = draft !== undefined && note !== undefined && isSaved(draft, note);
  if (isDone && lock.isHeld.peek()) await journal.remove(key);
  const stored = isDone || draft === undefined ? undefined : await adoptDraft(draft, lock.isHeld.peek());
  const initialText = stored?.text ?? note ?? { title: opening.title, body: '' };
  const doc = await buildEditorDocument(initialText.body);
  session = new NoteSession({ key, lock, draft: stored, note, text: initialText, doc }, opening);
  return session;
}

/** Assigns a draft to a new editing session, so that changes recorded from now on continue this draft. */
async function adoptDraft(draft: Draft, ownsLock: boolean): Promise<Draft> {
  const adopted = { ...draft, session: randomKey(), seq: 0 };
  if (ownsLock) await journal.put(adopted).catch(() => undefined);
  return adopted;
}

const OFFLINE: NotOpened = { code: 'offline', message: text.noLocalDraft };

/**
 * Returns true when the server has the text of a draft because a response was lost, or when nothing was written since
 * it was read.
 */
function isSaved({ text: mine, base, unanswered }: Draft, note: RemoteNote): boolean {
  const isAsRead = base !== undefined && unanswered.length === 0 && sameText(mine, base);
  return isAsRead || sameText(mine, note);
}
