import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSearchFeed } from '../../src/notes/search/feed/start-search-feed.js';
import { openTestLibrary, temporaryFolder } from '../support.js';
import { openFedLibrary, readFeed, waitForSync } from './support.js';

it('a library without a sidecar has no feed, and one that is turned off is removed [SIDECAR-LOCAL]', async () => {
  const fed = await openFedLibrary();
  const { library } = fed;
  const onError = (error: unknown) => fed.errors.push(error);
  const write = library.store.write.bind(library.store);
  let writes = 0;
  library.store.write = (work) => {
    writes++;
    return write(work);
  };
  expect(await startSearchFeed({ library, onError })).toBeUndefined();
  expect(writes).toBe(0);
  const feed = fed.start();
  await waitForSync(library);
  await feed.stop();
  await fed.call('createDocument', { title: 'Late', body: '' });
  expect(await startSearchFeed({ library, onError })).toBeUndefined();
  expect(readFeed(library)).toMatchObject({ state: undefined, counts: { pending: 0, retrying: 0, failed: 0 } });
  expect(fed.errors).toEqual([]);
});

it('an archive of a fed library has nothing of its feed, and the restored library begins without [SIDECAR-LOCAL]', async () => {
  const fed = await openFedLibrary();
  const note = await fed.call('createDocument', { title: 'Kept', body: '' });
  const feed = fed.start();
  await waitForSync(fed.library);
  await feed.stop();
  const directory = join(temporaryFolder(), 'archive');
  await fed.call('exportArchive', { directory });
  const dataDir = join(temporaryFolder(), 'data');
  await fed.call('restoreArchive', { directory, into_dir: dataDir });
  const restored = await openTestLibrary(dataDir);
  expect(restored.library.store.read(({ documents }) => documents.get(note.id)?.title)).toBe('Kept');
  expect(readFeed(restored.library).state).toBeUndefined();
});
