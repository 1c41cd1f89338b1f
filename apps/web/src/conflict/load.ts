import { remoteService } from '../drafts/service.js';
import { journal } from '../drafts/shared-journal.js';
import { waitUntilClosed } from '../editor/session.js';
import { type DraftResolution, resumeResolution } from './draft-resolution.js';
import { draftResolutions, removeStaleResolutions } from './draft-resolutions.js';
import { text } from './texts.js';

/** Loads the conflict of a note. Returns a message when there is none, or when the note cannot be read. */
export async function loadResolution(documentId: string): Promise<DraftResolution | string> {
  await waitUntilClosed(documentId);
  await removeStaleResolutions();
  const [kept, known] = await Promise.all([journal.get(documentId), draftResolutions.get(documentId)]);
  const draft = kept ?? known?.draft;
  if (known?.isTakenBack) await restoreDraft(known, kept === undefined);
  if (draft?.base === undefined) return text.noConflict;
  const { base } = draft;
  const found = await remoteService.read(documentId);
  if (found.kind === 'refused') return found.message;
  if (found.kind !== 'done') return text.noAnswer;
  return resumeResolution(known, { ...draft, base }, found.note);
}

/** Any session that followed the server's version has ended, so nothing removes the draft from the journal again. */
async function restoreDraft(known: DraftResolution, isMissing: boolean): Promise<void> {
  if (isMissing) await journal.put(known.draft);
  await draftResolutions.put({ ...known, isTakenBack: false });
}
