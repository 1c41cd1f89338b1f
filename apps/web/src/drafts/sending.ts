import type { DraftKeeper } from './draft-keeper.js';
import type { BaseText, NoteText } from './note-text.js';
import type { Outcome, Remote } from './remote.js';

/** Sends the text of a draft to the server; the journal has it before it goes. */
export async function send(text: NoteText, draft: DraftKeeper, remote: Remote): Promise<Outcome> {
  const { base, unanswered } = draft;
  const outcome = await (base === undefined ? create(text, draft, remote) : replace(text, base, draft, remote));
  // A refusal is an answer.
  if (outcome.kind === 'refused' && !outcome.isPassing) draft.unanswered = unanswered;
  return outcome;
}

async function replace(text: NoteText, base: BaseText, draft: DraftKeeper, remote: Remote): Promise<Outcome> {
  await draft.keepSending(text);
  return remote.replace(draft.key, text, base.revisionId);
}

/** Where the notebook is gone the note goes to the one notes go to by default. */
async function create(text: NoteText, draft: DraftKeeper, remote: Remote): Promise<Outcome> {
  const outcome = await createOnce(text, draft, remote);
  const isWithoutNotebook = outcome.kind === 'refused' && outcome.code === 'not_found';
  if (!isWithoutNotebook || draft.notebookId === undefined) return outcome;
  draft.notebookId = undefined;
  return createOnce(text, draft, remote);
}

/** A note is made once: what an attempt without an answer made is looked for first. */
async function createOnce(text: NoteText, draft: DraftKeeper, remote: Remote): Promise<Outcome> {
  if (draft.unanswered.length > 0) {
    const found = await remote.findCreated(draft.unanswered, draft.notebookId, draft.startedAt);
    if (found !== undefined) return found;
  }
  await draft.keepSending(text);
  return remote.create(text, draft.notebookId);
}
