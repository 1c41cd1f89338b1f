import type { Output } from '@notes/contract';
import type { Request } from '../api/client.js';
import { readTagName } from '../text/tag-name.js';
import type { NoteRow } from './rows.js';
import { text } from './texts.js';

export type BatchReport = Output<'runBatch'>;
type BatchRequest = Request<'runBatch'>;
export type BatchOperation = BatchRequest['operation'];

/** Labels of the buttons. */
export const verbs: Readonly<Record<BatchOperation, string>> = {
  move: text.move,
  add_tags: text.addTags,
  remove_tags: text.removeTags,
  trash: text.moveToTrash,
  restore: text.restore,
  duplicate: text.duplicate,
};

/** Titles of the dialogs for a number of notes. */
export const titles: Readonly<Record<BatchOperation, (count: number) => string>> = {
  move: text.moveNotes,
  add_tags: text.addTagsTo,
  remove_tags: text.removeTagsFrom,
  trash: text.trashNotes,
  restore: text.restoreNotes,
  duplicate: text.duplicateNotes,
};

export interface BatchChoice {
  readonly operation: BatchOperation;
  readonly mode: NonNullable<BatchRequest['mode']>;
  readonly notebookId: string;
  /** Tags as typed, separated by commas. */
  readonly tags: string;
}

/** Returns the request of a batch without its key; undefined while a required choice is missing. */
export function batchRequest(choice: BatchChoice, rows: readonly NoteRow[]): BatchRequest | undefined {
  const { operation, mode, notebookId } = choice;
  const items = rows.map(({ id, revisionId }) =>
    operation === 'trash' ? { document_id: id, base_revision_id: revisionId } : { document_id: id },
  );
  if (operation === 'move') return notebookId === '' ? undefined : { operation, mode, items, notebook_id: notebookId };
  if (operation !== 'add_tags' && operation !== 'remove_tags') return { operation, mode, items };
  const tags = tagsIn(choice.tags);
  return tags.length === 0 ? undefined : { operation, mode, items, tags };
}

const tagsIn = (typed: string): string[] =>
  typed
    .split(',')
    .map(readTagName)
    .filter((tag) => tag !== '');

type Outcome = BatchReport['items'][number];

/** Describes why an item failed or was skipped, or its result. */
export function describeOutcome({ status, reason, error }: Outcome): string {
  if (error !== undefined) return `${error.message} (${error.code})`;
  if (reason !== undefined) return skipReasons[reason];
  return status === 'rolled_back' ? text.rolledBackReason : '';
}

const skipReasons: Readonly<Record<NonNullable<Outcome['reason']>, string>> = {
  already_there: text.alreadyInNotebook,
  already_tagged: text.alreadyTagged,
  not_tagged: text.notTagged,
  already_in_trash: text.alreadyInTrash,
  not_in_trash: text.notInTrash,
  not_reached: text.notTried,
};
