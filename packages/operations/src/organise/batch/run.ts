import { type Input, type Output, operations, ServiceError } from '@notes/contract';
import type { UnitOfWork } from '@notes/storage';
import { KeyedQueue } from '../../notes/documents/keyed-queue.js';
import type { Context } from '../../platform/context.js';
import { BatchRecord } from './batch-record.js';
import { readLongTexts } from './readings.js';
import { type Item, type Outcome, steps, type Work } from './steps.js';

type Batch = Input<'runBatch'>;

/** Outcomes of a batch, with `replayed` as reported to the caller. */
interface BatchResult {
  readonly outcomes: Outcome[];
  readonly replayed: boolean;
}

/** Milliseconds after which one write starts no further item. */
const SLICE_MS = 10;

const keyedRuns = new KeyedQueue();

/** Applies one operation to many notes. The contract row describes the response. */
export async function runBatch(context: Context, batch: Batch): Promise<Output<'runBatch'>> {
  checkBatch(batch);
  const { request_key: key, operation, mode } = batch;
  const run = async () => {
    const work: Work = { context, batch, readings: await readLongTexts(context, batch) };
    return mode === 'atomic' ? runAtomic(work) : runEach(work);
  };
  const { outcomes, replayed } = await (key === undefined ? run() : keyedRuns.run(key, run));
  return { operation, mode, replayed, items: outcomes, counts: countOutcomes(outcomes) };
}

/** @throws ServiceError `validation_failed` */
function checkBatch({ operation, items, notebook_id, tags = [] }: Batch): void {
  const tagging = operation === 'add_tags' || operation === 'remove_tags';
  if (operation === 'move' && notebook_id === undefined) throw invalidInputError('notebook_id: required to move notes');
  if (tagging && tags.length === 0) throw invalidInputError(`tags: required for ${operation}`);
  if (operation === 'add_tags') checkNewTags(tags);
  if (new Set(items.map(({ document_id }) => document_id)).size < items.length)
    throw invalidInputError('items: the same note is listed more than once');
}

/** Checks the names of tags to add. Tags to remove exist, and may have names that new ones may not. */
function checkNewTags(tags: readonly string[]): void {
  const { tag } = operations.addDocumentTag.input.shape;
  for (const [index, name] of tags.entries()) {
    const [issue] = tag.safeParse(name).error?.issues ?? [];
    if (issue !== undefined) throw invalidInputError(`tags.${index}: ${issue.message}`);
  }
}

const invalidInputError = (message: string) => new ServiceError('validation_failed', message);

/**
 * Processes each item by itself, with as many items in a write as its time allows. A write also stores the outcomes so
 * far, so that a repeated request, in this or another process, resumes from there.
 */
async function runEach(work: Work): Promise<BatchResult> {
  const { context, batch } = work;
  const record = new BatchRecord(batch);
  let replayed = true;
  let outcomes: Outcome[] = [];
  do {
    const before = outcomes;
    outcomes = await context.library.store.write((unit) => {
      const done = record.recall(unit, context.now()) ?? [...before];
      if (done.length === batch.items.length) return done;
      replayed = false;
      const end = performance.now() + SLICE_MS;
      do done.push(processItem(unit, work, batch.items[done.length] as Item));
      while (done.length < batch.items.length && performance.now() < end);
      record.keep(unit, done, context.now());
      return done;
    });
  } while (outcomes.length < batch.items.length);
  return { outcomes, replayed };
}

/** Processes all items in one write, which is rolled back when one item fails. */
function runAtomic(work: Work): Promise<BatchResult> {
  const { context, batch } = work;
  const record = new BatchRecord(batch);
  return context.library.store.write((unit) => {
    const known = record.recall(unit, context.now());
    if (known !== undefined) return { outcomes: known, replayed: true };
    const outcomes = allOrNothing(unit, work);
    record.keep(unit, outcomes, context.now());
    return { outcomes, replayed: false };
  });
}

function allOrNothing(unit: UnitOfWork, work: Work): Outcome[] {
  const { items } = work.batch;
  const done: Outcome[] = [];
  const failed = new Error('an item failed');
  try {
    unit.attempt(() => {
      for (const item of items) {
        const outcome = processItem(unit, work, item);
        done.push(outcome);
        if (outcome.status === 'failed') throw failed;
      }
    });
    return done;
  } catch (error) {
    if (error !== failed) throw error;
    const rest = items.slice(done.length).map(({ document_id }) => markNotReached(document_id));
    return [...done.map(markRolledBack), ...rest];
  }
}

const markRolledBack = (outcome: Outcome): Outcome =>
  outcome.status === 'applied' ? { document_id: outcome.document_id, status: 'rolled_back' } : outcome;

const markNotReached = (document_id: string): Outcome => ({ document_id, status: 'skipped', reason: 'not_reached' });

/** Processes an item completely or not at all. Only a refusal becomes an outcome; an I/O error ends the batch. */
function processItem(unit: UnitOfWork, work: Work, item: Item): Outcome {
  const { document_id } = item;
  try {
    return { document_id, ...unit.attempt(() => steps[work.batch.operation](unit, work, item)) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { document_id, status: 'failed', error: error.envelope().error };
  }
}

function countOutcomes(outcomes: readonly Outcome[]): Output<'runBatch'>['counts'] {
  const counts = { applied: 0, skipped: 0, failed: 0, rolled_back: 0 };
  for (const { status } of outcomes) counts[status] += 1;
  return counts;
}
