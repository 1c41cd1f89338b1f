import { MemoryEngine } from '@notes/search-engine/testing';
import { onTestFinished, vi } from 'vitest';
import type { FeedTiming } from '../../src/notes/search/feed/feed-timing.js';
import { SearchFeed } from '../../src/notes/search/feed/search-feed.js';
import type { Library, Sidecar } from '../../src/platform/context.js';
import { type OpenedLibrary, openTestLibrary } from '../support.js';

/** Intervals with which a feed is ready in milliseconds. */
export const FAST: Partial<FeedTiming> = {
  coalesce: { minMs: 1, maxMs: 1 },
  describeMs: 20,
  sendWhileComparingMs: 0,
  outage: { minMs: 1, maxMs: 10 },
  refusal: { minMs: 1, maxMs: 5 },
};

export interface FedLibrary extends OpenedLibrary {
  readonly engine: MemoryEngine;
  readonly sidecar: Sidecar;
  /** Errors that are not those of an engine. */
  readonly errors: unknown[];
  /** Starts the feed, on a stand-in of the library when given. */
  start(timing?: Partial<FeedTiming>, library?: Library): SearchFeed;
}

/** Opens a library whose feed is not started yet. */
export async function openFedLibrary(dataDir?: string, set: readonly string[] = []): Promise<FedLibrary> {
  const opened = await openTestLibrary(dataDir, set);
  const engine = new MemoryEngine();
  const sidecar: Sidecar = { engine };
  const errors: unknown[] = [];
  return {
    ...opened,
    engine,
    sidecar,
    errors,
    start: (timing, library = opened.library) => {
      const options = { library, sidecar, timing: { ...FAST, ...timing } };
      const feed = new SearchFeed({ ...options, onError: (error) => errors.push(error) });
      onTestFinished(() => feed.stop());
      return feed;
    },
  };
}

/** Notes that the index should have, with their versions. */
export function listExpected(
  library: Library,
  isExcluded: (notebookPk: number) => boolean = () => false,
): Map<string, string> {
  const notes = library.store.read(({ searchFeed }) => searchFeed.listNotes(0, 1_000_000));
  const sent = notes.filter(({ active, notebookPk }) => active && !isExcluded(notebookPk));
  return new Map(sent.map(({ id, version }) => [id, version]));
}

/** Notes that the index has, with their versions. */
export async function listIndexed(engine: MemoryEngine): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let bucket = 0; bucket < 1_024; bucket++)
    for (const { id, version } of await engine.entries(bucket)) found.set(id, version);
  return found;
}

export const readFeed = ({ store }: Library) =>
  store.read(({ searchFeed, journal }) => ({
    state: searchFeed.state(),
    counts: searchFeed.counts(),
    last: journal.last(),
  }));

/** Repeats a check until it passes. */
export const waitUntil = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: 5 });

/** Waits until nothing is left to be sent and a reconciliation after `since` ended. */
export async function waitForSync(library: Library, since = 0): Promise<void> {
  await waitUntil(() => {
    const { state, counts, last } = readFeed(library);
    const isSynced = state?.journalSeq === last && counts.pending + counts.retrying === 0 && state.lastError === null;
    if (!isSynced || (state?.lastReconciliationAt ?? 0) <= since)
      throw new Error(JSON.stringify({ state, counts, last }));
  });
}
