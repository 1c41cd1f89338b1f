import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Library } from '@notes/operations';
import { expect, it } from 'vitest';
import { SyncKeeper } from '../../src/sync/center/keeper.js';
import { pairedFolders } from './devices.js';

const countOrders = ({ store }: Library) =>
  store.read(({ jobs }) => jobs.listUnfinished().filter(({ kind }) => kind === 'sync').length);

it('a service syncs again when a file was incomplete, although the listing stays the same [SYNC-BY-ITSELF]', async () => {
  const { share, first, second } = await pairedFolders();
  await first.note('Copied slowly', 'one\n');
  await first.run();
  const ops = join(share, 'n', (await first.overview()).replica_id, 'ops');
  const files = readdirSync(ops, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const path = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort((a, b) => (a.slice(-49) < b.slice(-49) ? 1 : -1))[0] as string;
  const bytes = readFileSync(path);
  writeFileSync(path, '');

  await second.open(async ({ library, call }) => {
    const keeper = new SyncKeeper({ library, onError: (error) => expect.fail(String(error)) });
    const waitForOrder = () => expect.poll(() => countOrders(library), { timeout: 10_000 }).toBe(1);
    try {
      await waitForOrder();
      await call('runSync', {});
      expect((await call('getSyncOverview', {})).alerts).toMatchObject([{ code: 'carrier_damaged' }]);
      writeFileSync(path, bytes);
      await waitForOrder();
      await call('runSync', {});
      expect((await call('getSyncOverview', {})).alerts).toEqual([]);
    } finally {
      await keeper.stop();
    }
  });
  expect(await second.library()).toEqual(await first.library());
});
