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
  const [stored, resolution] = await Promise.all([journal.get(documentId), draftResolutions.get(documentId)]);
  const draft = stored ?? resolution?.draft;
  if (resolution?.isTakenBack) await restoreDraft(resolution, stored === undefined);
  if (draft?.base === undefined) return text.noConflict;
  const { base } = draft;
  const remoteNote = await remoteService.read(documentId);
  if (remoteNote.kind === 'refused') return remoteNote.message;
  if (remoteNote.kind !== 'done') return text.noAnswer;
  return resumeResolution(resolution, { ...draft, base }, remoteNote.note);
}

/** Any session that followed the server's version has ended, so nothing removes the draft from the journal again. */
async function restoreDraft(resolution: DraftResolution, isMissing: boolean): Promise<void> {
  if (isMissing) await journal.put(resolution.draft);
  await draftResolutions.put({ ...resolution, isTakenBack: false });
}
