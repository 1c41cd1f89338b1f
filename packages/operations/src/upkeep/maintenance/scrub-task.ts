import { openOnWorkerThread } from '@notes/storage';
import { scrub } from './scrub.js';

/** Scrubs, in a worker, the library that this process has open. */
export default async function scrubInWorker({ dataDir }: { readonly dataDir: string }): Promise<void> {
  const store = openOnWorkerThread({ dataDir });
  try {
    const { signal } = new AbortController();
    await scrub({ library: { store }, signal, write: (work) => store.write(work) });
  } finally {
    store.close();
  }
}
