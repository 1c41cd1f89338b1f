import type { DraftKeeper } from './draft-keeper.js';
import type { BaseText, NoteText } from './note-text.js';
import type { Outcome, Remote } from './remote.js';

/** Sends the text of a draft to the server, after writing it to the journal. */
export async function send(text: NoteText, draft: DraftKeeper, remote: Remote): Promise<Outcome> {
  const { base, unanswered } = draft;
  const outcome = await (base === undefined ? create(text, draft, remote) : replace(text, base, draft, remote));
  // A refusal is a response: the text was not stored.
  if (outcome.kind === 'refused' && !outcome.isTemporary) draft.unanswered = unanswered;
  return outcome;
}

async function replace(text: NoteText, base: BaseText, draft: DraftKeeper, remote: Remote): Promise<Outcome> {
  await draft.keepSending(text);
  return remote.replace(draft.key, text, base.revisionId);
}

/** Creates the note; in the default notebook if its notebook no longer exists. */
async function create(text: NoteText, draft: DraftKeeper, remote: Remote): Promise<Outcome> {
  const outcome = await createOnce(text, draft, remote);
  const isWithoutNotebook = outcome.kind === 'refused' && outcome.code === 'not_found';
  if (!isWithoutNotebook || draft.notebookId === undefined) return outcome;
  draft.notebookId = undefined;
  return createOnce(text, draft, remote);
}

/** Creates the note once: first looks for a note created by an unanswered attempt. */
async function createOnce(text: NoteText, draft: DraftKeeper, remote: Remote): Promise<Outcome> {
  if (draft.unanswered.length > 0) {
    const created = await remote.findCreated(draft.unanswered, draft.notebookId, draft.startedAt);
    if (created !== undefined) return created;
  }
  await draft.keepSending(text);
  return remote.create(text, draft.notebookId);
}
