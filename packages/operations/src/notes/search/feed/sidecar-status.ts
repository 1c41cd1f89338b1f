import type { Output } from '@notes/contract';
import { channels, type EngineDescription, EngineError, MAX_ENGINE_MESSAGE } from '@notes/search-engine';
import type { FeedJobCounts, FeedState, Reader } from '@notes/storage';
import type { Library, Sidecar, SidecarContact } from '../../../platform/context.js';
import { timestamp } from '../../../platform/timestamp.js';

export type SidecarStatus = Output<'getStatus'>['search_sidecar'];

/** Time limit for the answer of a sidecar that this process does not feed, in milliseconds. */
const ASK_LIMIT_MS = 1_000;
/** Age of the oldest waiting change after which the index is behind, in milliseconds. */
const MAX_LAG_MS = 30_000;
/** Number of changes without a job above which the index is behind. */
const MAX_UNQUEUED = 1_000;

const NEW_INDEX = 'The index is new and is being filled.';
const NOT_COMPARED = 'The index is being filled and compared with the library.';

/** Stored facts about the feed. */
export interface StoredFeed {
  readonly state: FeedState | undefined;
  readonly counts: FeedJobCounts;
  /** Number of changed notes that have no job yet. */
  readonly unqueued: number;
  /** Time when the oldest waiting job was queued, in milliseconds since the Unix epoch. */
  readonly oldestPendingAt: number | null;
  /** Reason why a note was given up. */
  readonly failure: string | null;
}

export function readStoredFeed({ searchFeed }: Pick<Reader, 'searchFeed'>): StoredFeed {
  const state = searchFeed.state();
  return {
    state,
    counts: searchFeed.counts(),
    unqueued: state === undefined ? 0 : searchFeed.listChangedSince(state.journalSeq).length,
    oldestPendingAt: searchFeed.oldestPendingAt(),
    failure: searchFeed.failure(),
  };
}

/** Asks a sidecar for its state, with a time limit. */
export async function askSidecar({ engine }: Pick<Sidecar, 'engine'>): Promise<SidecarContact> {
  try {
    return { at: Date.now(), description: await engine.describe(AbortSignal.timeout(ASK_LIMIT_MS)) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { at: Date.now(), error };
  }
}

/**
 * Returns the status of the search sidecar. In the process that feeds it, the last contact is used; any other process
 * asks the sidecar once.
 */
export async function readSidecarStatus(
  { store }: Pick<Library, 'store'>,
  sidecar: Sidecar,
  now: number,
): Promise<SidecarStatus> {
  const contact = sidecar.isFed === true ? sidecar.contact : await askSidecar(sidecar);
  return toSidecarStatus(store.read(readStoredFeed), contact, now);
}

/**
 * Derives the state of a sidecar that is not off from the stored feed and the last contact.
 *
 * @param contact undefined before the first one
 * @param now current time in milliseconds since the Unix epoch
 */
export function toSidecarStatus(stored: StoredFeed, contact: SidecarContact | undefined, now: number): SidecarStatus {
  const { state: feed, counts, unqueued } = stored;
  const problem = findProblem(stored, contact);
  return {
    state: decideState(stored, contact, now),
    pending_jobs: counts.pending + unqueued,
    retrying_jobs: counts.retrying,
    failed_jobs: counts.failed,
    last_sync_at: toTimestamp(feed?.lastSyncAt),
    last_index_at: toTimestamp(feed?.lastIndexAt),
    last_reconciliation_at: toTimestamp(feed?.lastReconciliationAt),
    missing: feed?.missing ?? 0,
    stale: feed?.stale ?? 0,
    orphaned: feed?.orphaned ?? 0,
    repaired: feed?.repaired ?? 0,
    last_error: problem === null ? null : problem.slice(0, MAX_ENGINE_MESSAGE),
  };
}

const toTimestamp = (at: number | null | undefined) => (at === null || at === undefined ? null : timestamp(at));

function decideState(stored: StoredFeed, contact: SidecarContact | undefined, now: number): SidecarStatus['state'] {
  if (contact?.description === undefined) return 'unavailable';
  const isWhole = hasWholeIndex(stored, contact.description) && !isBehind(stored, now);
  return isWhole && findProblem(stored, contact) === null ? 'active' : 'degraded';
}

/** Returns true when the index is known to have every note, and all channels work. */
function hasWholeIndex({ state, counts }: StoredFeed, description: EngineDescription): boolean {
  if (state === undefined || state.lastReconciliationAt === null || state.indexId !== description.indexId) return false;
  const open = counts.retrying + counts.failed + state.missing + state.stale + state.orphaned;
  return open === 0 && channels.every((channel) => /^(?:ready|off)$/.test(description.channels[channel]));
}

const isBehind = ({ oldestPendingAt, unqueued }: StoredFeed, now: number) =>
  (oldestPendingAt !== null && now - oldestPendingAt > MAX_LAG_MS) || unqueued > MAX_UNQUEUED;

function findProblem({ state, failure }: StoredFeed, contact: SidecarContact | undefined): string | null {
  if (contact === undefined) return 'The search sidecar has not answered yet.';
  if (contact.error !== undefined) return contact.error.message;
  if (state === undefined) return 'The index has not been made yet. The service makes it while it runs.';
  const { indexId, problem } = contact.description;
  if (indexId !== state.indexId || indexId === null) return state.lastError ?? NEW_INDEX;
  return state.lastError ?? failure ?? problem ?? (state.lastReconciliationAt === null ? NOT_COMPARED : null);
}
