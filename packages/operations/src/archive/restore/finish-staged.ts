import { openStore, StagedBlobs, type Store, syncFile } from '@notes/storage';
import { refreshHelp } from '../../help.js';
import type { Staging } from './staging.js';

/**
 * Ends the making of a library in a folder of its own: does what is still to be done to it, writes its help, lets the
 * bytes go that nothing names, and makes its file durable.
 *
 * @param work what is done first
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
    store.read(({ resources }) => blobs.keep((sha256) => resources.isNamed(sha256)));
  } finally {
    store.close();
  }
  syncFile(paths.database);
  return blobs;
}
