import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Library } from '@notes/operations';
import { expect, it, vi } from 'vitest';
import { SyncKeeper } from '../../src/sync/center/keeper.js';
import { type RunEnd, SyncSchedule } from '../../src/sync/center/sync-schedule.js';
import { pairedFolders } from './devices.js';

const countOrders = ({ store }: Library) =>
  store.read(({ jobs }) => jobs.listUnfinished().filter(({ kind }) => kind === 'sync').length);

/** Returns the paths of the operations of a device, the last ones first. */
const listOps = (share: string, replicaId: string) =>
  readdirSync(join(share, 'n', replicaId, 'ops'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort((a, b) => (a.slice(-49) < b.slice(-49) ? 1 : -1));

it('a service syncs again when a file was incomplete, although the listing stays the same [SYNC-BY-ITSELF]', async () => {
  const { share, first, second } = await pairedFolders();
  await first.note('Copied slowly', 'one\n');
  await first.run();
  const path = listOps(share, (await first.overview()).replica_id)[0] as string;
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

it('a service syncs for a request to join, and a partial file is at most one attempt [SYNC-BY-ITSELF] [SYNC-INVITATION]', async () => {
  const { share, first, device } = await pairedFolders();
  const { invitations } = await first.call('manageInvitations', {});
  const asked = { code: invitations[0]?.code ?? '', name: 'phone' };
  const third = device('third');
  await first.open(async ({ library, call }) => {
    library.applySettings({ 'sync.interval_seconds': 1 });
    const keeper = new SyncKeeper({ library, onError: (error) => expect.fail(String(error)) });
    const waitForOrder = () => expect.poll(() => countOrders(library), { timeout: 10_000 }).toBe(1);
    try {
      await waitForOrder();
      await call('runSync', {});
      await third.call('pairDevice', asked);
      const path = join(share, 'pairing', `${invitations[0]?.invitation_id}.req`);
      const request = readFileSync(path);
      writeFileSync(path, '');
      await waitForOrder();
      for (let run = 0; run < 6; run += 1) await call('runSync', {});
      // Some programs give a file its full length before its bytes.
      writeFileSync(path, Buffer.alloc(request.length));
      await waitForOrder();
      for (let run = 0; run < 6; run += 1) await call('runSync', {});
      writeFileSync(path, request);
      await waitForOrder();
      await call('runSync', {});
    } finally {
      await keeper.stop();
    }
  });
  expect(await third.call('pairDevice', asked)).toMatchObject({ state: 'joined' });
});

it('a service does not sync again for damage that a verification found [SYNC-BY-ITSELF] [SYNC-VERIFY]', async () => {
  const { share, first, second } = await pairedFolders();
  await first.note('Damaged later', 'one\n');
  await first.run();
  await second.run();
  const path = listOps(share, (await first.overview()).replica_id)[0] as string;
  writeFileSync(
    path,
    readFileSync(path).map((byte, at) => (at === 100 ? byte ^ 1 : byte)),
  );

  await second.open(async ({ library, call }) => {
    await call('runSync', { kind: 'verify' });
    const ends: RunEnd[] = [];
    const recordEnd = vi.spyOn(SyncSchedule.prototype, 'recordEnd').mockImplementation((end) => void ends.push(end));
    const keeper = new SyncKeeper({ library, onError: (error) => expect.fail(String(error)) });
    try {
      await call('runSync', {});
      expect((await call('getSyncOverview', {})).alerts).toMatchObject([{ code: 'carrier_damaged' }]);
      await expect.poll(() => ends, { timeout: 10_000 }).toEqual(['done']);
    } finally {
      await keeper.stop();
      recordEnd.mockRestore();
    }
  });
});
