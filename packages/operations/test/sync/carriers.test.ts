import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { encodeCursor } from '../../src/platform/cursor.js';
import { PLAN_BINDING } from '../../src/sync/center/plan-sync.js';
import { type Folder, meet, pairedFolders } from './devices.js';

const codes = async (device: Folder) => (await device.overview()).alerts.map(({ code }) => code);

it('a sync folder that was emptied, restored or replaced by that of another library deletes nothing and is reported [SYNC-ABSENCE]', async () => {
  const { share, first, second } = await pairedFolders();
  const { id } = await first.note('Kept', 'one\n');
  await meet(first, second);
  const before = `${share}.before`;
  cpSync(share, before, { recursive: true });
  await first.append(id, 'two');
  await meet(first, second);
  const whole = await first.library();

  rmSync(join(share, 'n'), { recursive: true });
  await first.run();
  expect(await codes(first)).toContain('carrier_rolled_back');
  await meet(second, first);
  expect(await codes(first)).toEqual([]);

  rmSync(share, { recursive: true });
  cpSync(before, share, { recursive: true });
  await second.run();
  const { alerts } = await second.overview();
  for (const device of [first, second]) {
    const { replica_id } = await device.overview();
    expect(alerts).toContainEqual(expect.objectContaining({ code: 'carrier_rolled_back', replica_id }));
  }
  await meet(first, second);
  for (const device of [first, second]) expect(await device.library()).toEqual(whole);

  const other = await pairedFolders();
  cpSync(share, before, { recursive: true });
  rmSync(share, { recursive: true });
  cpSync(other.share, share, { recursive: true });
  const names = readdirSync(share, { recursive: true });
  await expect(first.run()).rejects.toMatchObject({ code: 'conflict' });
  expect(readdirSync(share, { recursive: true })).toEqual(names);
  expect(await first.library()).toEqual(whole);
});

it('a plan is refused once the sync folder belongs to another library or is none any more [SYNC-START-JOB]', async () => {
  const { share, first } = await pairedFolders();
  const refused = { code: 'conflict', message: expect.stringContaining('Plan again') };
  const { plan_id } = await first.call('planSyncJob', {});
  const other = await pairedFolders();
  rmSync(share, { recursive: true });
  cpSync(other.share, share, { recursive: true });
  await expect(first.call('startSyncJob', { plan_id })).rejects.toMatchObject(refused);
  const ofEmpty = await first.open(({ library: { cursorKey } }) =>
    encodeCursor(cursorKey, PLAN_BINDING, { kind: 'incremental', target_digest: null }),
  );
  await expect(first.call('startSyncJob', { plan_id: ofEmpty })).rejects.toMatchObject(refused);
  writeFileSync(join(share, 'service-sync-carrier.json'), '{}');
  await expect(first.call('startSyncJob', { plan_id })).rejects.toMatchObject(refused);
  rmSync(share, { recursive: true });
  await expect(first.call('startSyncJob', { plan_id })).rejects.toMatchObject({ code: 'storage_unavailable' });
});

it('files of other programs in a sync folder stay there and do not stop sync [SYNC-FOLDER]', async () => {
  const { share, first, second } = await pairedFolders();
  await first.note('Met', 'one\n');
  await first.run();
  const ops = join(share, 'n', (await first.overview()).replica_id, 'ops');
  const [digits] = readdirSync(ops);
  const folder = join(ops, digits as string);
  const [name] = readdirSync(folder);
  const left = [`${name} (conflicted copy)`, `${'0'.repeat(15)}9-${'0'.repeat(32)}`, 'desktop.ini'];
  for (const each of left) writeFileSync(join(folder, each), 'junk');
  symlinkSync('/etc/hostname', join(folder, `${'0'.repeat(15)}8-${'0'.repeat(32)}`));
  mkdirSync(join(share, 'n', 'rep_none', 'ops'), { recursive: true });
  await meet(second, first, second);
  expect(await second.library()).toEqual(await first.library());
  expect(await codes(first)).toEqual([]);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(left));
});
