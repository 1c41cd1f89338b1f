import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
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
  expect(await codes(second)).toContain('carrier_rolled_back');
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
