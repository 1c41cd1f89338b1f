import { openStore, StagedBlobs, type Store, syncFile } from '@notes/storage';
import { refreshHelp } from '../../../platform/help.js';
import type { Staging } from './staging.js';

/**
 * Completes a library in a staging folder: runs the remaining work, writes the help notebook, keeps only the referenced
 * blobs and syncs the database file.
 *
 * @param work remaining work, done first
 */
export async function finishStaged(
  { paths }: Pick<Staging, 'paths'>,
  { databaseId, now }: { readonly databaseId: string; readonly now: () => number },
  work: (store: Store) => Promise<void> = () => Promise.resolve(),
): Promise<StagedBlobs> {
  const store = openStore({
    dataDir: paths.dataDir,
    create: false,
    exclusive: false,
    holder: `restore by process ${process.pid}`,
    initialise: () => {},
  });
  const blobs = new StagedBlobs(paths);
  try {
    await work(store);
    await refreshHelp({ store, databaseId }, now);
    store.read(({ resources }) => blobs.removeExcept((sha256) => resources.isReferenced(sha256)));
  } finally {
    store.close();
  }
  syncFile(paths.database);
  return blobs;
}
