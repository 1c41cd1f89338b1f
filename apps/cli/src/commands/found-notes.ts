import { type Output as Result, ServiceError } from '@notes/contract';
import { AmbiguousNote } from '../failures.js';

type Report = Result<'runBatch'>;
type Outcome = Report['items'][number];

/** Note of a command for several notes: the found one, or the outcome of a name that matches no note or several. */
export type FoundNote<T> = { readonly note: T } | { readonly failed: Outcome };

/** Finds a note. A name that matches no note or several gives a failed outcome, so that the other notes are changed. */
export function findOrFail<T>(name: string, find: () => T): FoundNote<T> {
  try {
    return { note: find() };
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'not_found')) throw error;
    const { code } = error;
    const candidates = error instanceof AmbiguousNote ? `: ${error.candidates.map(({ id }) => id).join(', ')}` : '';
    // The name as the user wrote it identifies the outcome: there is no id.
    return { failed: { document_id: name, status: 'failed', error: { code, message: error.message + candidates } } };
  }
}

/** Returns the notes that were found. */
export const filterFound = <T>(found: readonly FoundNote<T>[]): T[] =>
  found.flatMap((each) => ('note' in each ? [each.note] : []));

/** Returns a report of no notes, where no name was found. */
export const makeEmptyReport = (operation: unknown): Report => ({
  operation: operation as Report['operation'],
  mode: 'best_effort',
  replayed: false,
  items: [],
  counts: { applied: 0, skipped: 0, failed: 0, rolled_back: 0 },
});

/** Adds the outcomes of names that were not found to the report of the others, in the order of the request. */
export function addFailed(report: Report, found: readonly FoundNote<unknown>[]): Report {
  const outcomes = report.items.values();
  const items = found.flatMap((each) => ('failed' in each ? each.failed : (outcomes.next().value ?? [])));
  const failed = items.filter(({ status }) => status === 'failed').length;
  return { ...report, items, counts: { ...report.counts, failed } };
}
