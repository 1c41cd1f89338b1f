import { type Input, type Output, ServiceError } from '@notes/contract';
import type { DocumentRecord, UnitOfWork } from '@notes/storage';
import { attachTags } from '../../notes/documents/create.js';
import { checkRevision, getWritableDocument, getWritableNotebook, getWritableText } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { createNotFoundError } from '../../platform/not-found.js';
import { duplicateDocument } from './duplicate.js';
import type { Readings } from './readings.js';

type Batch = Input<'runBatch'>;
export type Item = Batch['items'][number];
export type Outcome = Output<'runBatch'>['items'][number];

/** Outcome of an item that did not fail. */
type Step = Pick<Outcome, 'status' | 'reason' | 'new_document_id'>;

/** Input of the steps of one batch. */
export interface Work {
  readonly context: Context;
  readonly batch: Batch;
  readonly readings: Readings;
}

const APPLIED: Step = { status: 'applied' };
const skip = (reason: NonNullable<Outcome['reason']>): Step => ({ status: 'skipped', reason });

/**
 * Applies the operation of a batch to one note.
 *
 * @throws ServiceError the reason for a refusal
 */
export const steps: { readonly [Name in Batch['operation']]: (unit: UnitOfWork, work: Work, item: Item) => Step } = {
  move: (unit, { context, batch }, item) => {
    const current = getWritableDocument(unit, context, item);
    const notebook = getWritableNotebook(unit, batch.notebook_id as string);
    if (notebook.pk === current.notebookPk) return skip('already_there');
    unit.documents.move(current, notebook.pk, context.now());
    return APPLIED;
  },
  add_tags: (unit, { context, batch }, item) => {
    const current = getWritableDocument(unit, context, item);
    if (!attachTags(unit, current.pk, batch.tags as string[], context.now())) return skip('already_tagged');
    unit.documents.touchTags(current, context.now());
    return APPLIED;
  },
  remove_tags: (unit, { context, batch }, item) => {
    const current = getWritableDocument(unit, context, item);
    const found = (batch.tags as string[]).flatMap((name) => unit.tags.find(name) ?? []);
    const removed = found.filter((tag) => unit.tags.detach(current.pk, tag));
    if (removed.length === 0) return skip('not_tagged');
    unit.documents.touchTags(current, context.now());
    return APPLIED;
  },
  trash: (unit, { context }, item) => {
    const current = getExistingDocument(unit, item);
    if (item.base_revision_id === undefined)
      throw new ServiceError('precondition_required', 'base_revision_id: required to move a note to Trash');
    if (current.deletedAt !== null) return skip('already_in_trash');
    unit.documents.trash(getWritableDocument(unit, context, item), context.now());
    return APPLIED;
  },
  restore: (unit, { context }, item) => {
    const current = getExistingDocument(unit, item);
    if (current.deletedAt === null) return skip('not_in_trash');
    checkRevision(current, item.base_revision_id);
    unit.documents.restore(current, context.now());
    return APPLIED;
  },
  duplicate: (unit, { context, readings }, item) => {
    const current = getWritableText(unit, context, item);
    const copy = duplicateDocument(unit, context, current, readings.get(current.revisionId));
    return { status: 'applied', new_document_id: copy.id };
  },
};

function getExistingDocument(unit: UnitOfWork, { document_id }: Item): DocumentRecord {
  const document = unit.documents.get(document_id);
  if (document === undefined) throw createNotFoundError('note', document_id);
  return document;
}
