import type { Draft } from '../drafts/journal.js';
import { type Merge, mergeNotes } from '../drafts/merge.js';
import type { BaseText } from '../drafts/note-text.js';
import type { RemoteNote } from '../drafts/remote.js';
import { service } from '../drafts/service.js';
import { journal } from '../drafts/shared-journal.js';
import { whenClosed } from '../editor/session.js';
import { text } from './texts.js';

/** A draft and what the server has in its stead. */
export interface Conflict {
  readonly draft: Draft & { readonly base: BaseText };
  readonly theirs: RemoteNote;
  readonly merge: Merge;
}

/** What there is to decide about a note; a sentence where there is nothing, or it cannot be told now. */
export async function loadConflict(documentId: string): Promise<Conflict | string> {
  await whenClosed(documentId);
  const draft = await journal.get(documentId);
  if (draft?.base === undefined) return text.nothingToDecide;
  const { base } = draft;
  const found = await service.read(documentId);
  if (found.kind === 'refused') return found.message;
  if (found.kind !== 'done') return text.noAnswer;
  return { draft: { ...draft, base }, theirs: found.note, merge: mergeNotes(base, draft.text, found.note) };
}
