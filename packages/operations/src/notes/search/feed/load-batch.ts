import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { type EngineBatch, type EngineRecord, MAX_BATCH_RECORDS } from '@notes/search-engine';
import type { DueFeedJob, Reader } from '@notes/storage';
import type { Library } from '../../../platform/context.js';
import { findExcludedNotebooks } from './excluded-notebooks.js';

/** Maximum size of the texts of a batch, in bytes. A larger note is sent alone. */
const MAX_BATCH_BYTES = 2 * 1024 * 1024;
/** Maximum size of the texts that one read takes, in bytes, and the maximum number of notes of one read. */
const MAX_READ_BYTES = 256 * 1024;
const MAX_READ_NOTES = 50;
/** Longest wait for another attempt. A longer one shows that the clock was set back. */
const MAX_WAIT_MS = 10 * 60_000;

/** Batch for the engine, and the jobs that it carries out. */
export interface LoadedBatch {
  readonly jobs: readonly DueFeedJob[];
  readonly batch: EngineBatch;
  /** True when further jobs can be carried out at once. */
  readonly hasMore: boolean;
}

export interface BatchTerms {
  /** Maximum number of notes. */
  readonly limit: number;
  /** True when the index is known to have all changes up to the stored sequence number. */
  readonly isComplete: boolean;
  /** Current time in milliseconds since the Unix epoch. */
  readonly at: number;
}

/**
 * Reads the jobs that can be carried out, and the texts of their notes in slices between which other work goes on.
 * Returns undefined without jobs.
 */
export async function loadBatch(library: Library, terms: BatchTerms): Promise<LoadedBatch | undefined> {
  const plan = library.store.read((reader) => planBatch(reader, terms));
  if (plan === undefined) return undefined;
  const upserts: EngineRecord[] = [];
  for (const ids of sliceBySize(plan.jobs)) {
    upserts.push(...readRecords(library, ids));
    await yieldToEvents();
  }
  const sent = new Set(upserts.map(({ id }) => id));
  const deletes = plan.jobs.map(({ documentId }) => documentId).filter((id) => !sent.has(id));
  const { jobs, from, to, hasMore } = plan;
  return { jobs, batch: { from, to, upserts, deletes }, hasMore };
}

function planBatch({ searchFeed }: Reader, { limit, isComplete, at }: BatchTerms) {
  const state = searchFeed.state();
  const due = searchFeed.listDue({ at, latest: at + MAX_WAIT_MS, limit: Math.min(limit, MAX_BATCH_RECORDS) });
  if (state === undefined || due.length === 0) return undefined;
  const jobs = takeBySize(due);
  const { fedSeq: from, journalSeq } = state;
  const next = searchFeed.firstPendingSeq(jobs.map(({ documentId }) => documentId));
  const to = isComplete ? Math.max(from, next === null ? journalSeq : next - 1) : from;
  return { jobs, from, to, hasMore: next !== null };
}

/** Returns the first jobs whose texts fit into a batch, and at least one. */
function takeBySize(due: readonly DueFeedJob[]): readonly DueFeedJob[] {
  let bytes = 0;
  const end = due.findIndex(({ sizeBytes }, index) => {
    bytes += sizeBytes;
    return index > 0 && bytes > MAX_BATCH_BYTES;
  });
  return end === -1 ? due : due.slice(0, end);
}

function* sliceBySize(jobs: readonly DueFeedJob[]): Generator<string[]> {
  let slice: string[] = [];
  let bytes = 0;
  for (const { documentId, sizeBytes } of jobs) {
    if (slice.length > 0 && (slice.length === MAX_READ_NOTES || bytes + sizeBytes > MAX_READ_BYTES)) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(documentId);
    bytes += sizeBytes;
  }
  if (slice.length > 0) yield slice;
}

/** Reads the records of the notes that may be sent. Their texts and notebooks are of one state of the library. */
function readRecords({ store, config }: Library, ids: readonly string[]): EngineRecord[] {
  return store.read((reader) => {
    const canBeSent = createFilter(reader, config['search.sidecar.excluded_notebooks']);
    return reader.searchFeed
      .readNotes(ids)
      .filter(canBeSent)
      .map(({ id, version, title, body }) => ({ id, version, title, body }));
  });
}

/** Returns the function that tells which notes may be sent: active ones outside of the excluded notebooks. */
export function createFilter({ notebooks }: Pick<Reader, 'notebooks'>, excludedPaths: readonly string[]) {
  const excluded = excludedPaths.length === 0 ? undefined : findExcludedNotebooks(notebooks.all(), excludedPaths);
  return ({ active, notebookPk }: { readonly active: boolean; readonly notebookPk: number }): boolean =>
    active && excluded?.has(notebookPk) !== true;
}
