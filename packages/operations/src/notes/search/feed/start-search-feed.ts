import type { Library } from '../../../platform/context.js';

export interface StartFeedOptions {
  readonly library: Library;
  /** Called with an error that is not one of the sidecar, once a minute while the error persists. */
  readonly onError: (error: unknown) => void;
}

/** Feed that runs. */
export interface RunningFeed {
  stop(): Promise<void>;
}

/**
 * Starts the feed of the search sidecar, in the process that holds the library lock. Without a sidecar, removes what a
 * former feed left in the library, and loads nothing.
 */
export async function startSearchFeed({ library, onError }: StartFeedOptions): Promise<RunningFeed | undefined> {
  const { store, sidecar } = library;
  if (sidecar !== undefined) {
    const { SearchFeed } = await import('./search-feed.js');
    return new SearchFeed({ library, sidecar, onError });
  }
  const isLeft = store.read(({ searchFeed }) => searchFeed.state()) !== undefined;
  if (isLeft) await store.write(({ searchFeed }) => searchFeed.clear()).catch(onError);
  return undefined;
}
