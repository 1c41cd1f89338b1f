import { service } from '../drafts/service.js';
import { journal } from '../drafts/shared-journal.js';
import { whenClosed } from '../editor/session.js';
import { type Deciding, decidingOf } from './deciding.js';
import { decidings, sweepDecidings } from './decidings.js';
import { text } from './texts.js';

/** Loads the conflict of a note. Returns a message when there is none, or when the note cannot be read. */
export async function loadDeciding(documentId: string): Promise<Deciding | string> {
  await whenClosed(documentId);
  await sweepDecidings();
  const [kept, known] = await Promise.all([journal.get(documentId), decidings.get(documentId)]);
  const draft = kept ?? known?.draft;
  if (known?.isTakenBack) await takeBack(known, kept === undefined);
  if (draft?.base === undefined) return text.nothingToDecide;
  const { base } = draft;
  const found = await service.read(documentId);
  if (found.kind === 'refused') return found.message;
  if (found.kind !== 'done') return text.noAnswer;
  return decidingOf(known, { ...draft, base }, found.note);
}

/** Any session that followed the server's version has ended, so nothing removes the draft from the journal again. */
async function takeBack(known: Deciding, isMissing: boolean): Promise<void> {
  if (isMissing) await journal.put(known.draft);
  await decidings.put({ ...known, isTakenBack: false });
}
