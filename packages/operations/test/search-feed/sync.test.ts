import { MemoryEngine } from '@notes/search-engine/testing';
import { MemoryCarrier } from '@notes/sync-protocol/testing';
import { expect, it, onTestFinished } from 'vitest';
import { SearchFeed } from '../../src/notes/search/feed/search-feed.js';
import type { Sidecar } from '../../src/platform/context.js';
import { DATABASE, Device } from '../sync/device.js';
import { openReplica } from '../sync/support.js';
import { FAST, listExpected, listIndexed, waitForSync } from './support.js';

it('notes that arrive from another device, change and go there, follow in the index [SIDECAR-FEED]', async () => {
  const carrier = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
  const first = await Device.foundGroup(await openReplica());
  const second = await first.invite(await openReplica());
  const exchange = async () => {
    for (let round = 0; round < 3; round++) for (const device of [first, second]) await device.run(carrier);
  };
  await exchange();
  const { library } = second.opened;
  const engine = new MemoryEngine();
  const sidecar: Sidecar = { engine };
  const errors: unknown[] = [];
  const feed = new SearchFeed({ library, sidecar, timing: FAST, onError: (error) => errors.push(error) });
  onTestFinished(() => feed.stop());
  const expectSynced = async () => {
    await exchange();
    await waitForSync(library);
    expect(await listIndexed(engine)).toEqual(listExpected(library));
  };

  const { call } = first.opened;
  const [kept, gone] = [
    await call('createDocument', { title: 'Kept', body: 'one' }),
    await call('createDocument', { title: 'Gone', body: 'x' }),
  ];
  await expectSynced();
  expect(engine.read(kept.id)?.body).toBe('one');

  const base = { document_id: kept.id, base_revision_id: kept.current_revision_id };
  await call('replaceDocument', { ...base, title: 'Kept', body: 'two' });
  await call('trashDocument', { document_id: gone.id, base_revision_id: gone.current_revision_id });
  await expectSynced();
  expect([engine.read(kept.id)?.body, engine.read(gone.id)]).toEqual(['two', undefined]);
  expect(errors).toEqual([]);
});
