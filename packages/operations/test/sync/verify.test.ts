import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type OpenedLibrary, uploadBytes } from '../support.js';
import { type Folder, pairedFolders } from './devices.js';

const DAY_MS = 86_400_000;
const verify = (device: Folder) => device.call('runSync', { kind: 'verify' });

/** Returns the files of a folder and of its subfolders. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();

async function attach(device: Folder): Promise<string> {
  return await device.open(async (opened: OpenedLibrary) => {
    const { id } = await uploadBytes(opened, 'bytes', { filename: 'a.txt' });
    await opened.call('createDocument', { title: 'A', body: `![](resource://default/resources/${id})\n` });
    return id;
  });
}

it('a run of kind verify reads back every artifact and repairs those that this device still has [SYNC-VERIFY]', async () => {
  const { share, first, second } = await pairedFolders();
  await first.note('A', 'one\n');
  await first.run();
  const images = () => filesIn(share).map((path) => [path, readFileSync(path, 'hex')]);
  const before = images();
  const { summary } = await verify(first);
  expect(summary).toMatchObject({ damaged: 0, missing: 0, unread: 0, bytes_sent: 0 });
  expect(summary.sound).toBe(before.filter(([path]) => path?.includes('/n/')).length);
  expect(images()).toEqual(before);
  const [path] = filesIn(share).filter((name) => name.includes('/ops/'));
  const bytes = readFileSync(path as string);
  const flip = () =>
    writeFileSync(
      path as string,
      bytes.map((byte, at) => (at === 100 ? byte ^ 1 : byte)),
    );
  flip();
  const damagedBy = async (device: Folder) =>
    (await device.overview()).alerts
      .filter(({ code }) => code === 'carrier_damaged')
      .map(({ replica_id }) => replica_id);
  const { replica_id } = await first.overview();
  expect((await verify(second)).summary).toMatchObject({ damaged: 1, repaired: 0, sound: (summary.sound ?? 0) - 1 });
  expect(await damagedBy(second)).toEqual([replica_id]);
  // An exchange does not read artifacts that it has, and does not report them as intact.
  await second.run();
  expect(await damagedBy(second)).toEqual([replica_id]);
  expect((await verify(first)).summary).toMatchObject({ damaged: 1, repaired: 1, alerts: 0 });
  expect(images().filter(([name]) => !name?.includes('/acks/'))).toEqual(
    before.filter(([name]) => !name?.includes('/acks/')),
  );
  await second.run();
  expect((await verify(second)).summary).toMatchObject({ damaged: 0, alerts: 0 });
  // A truncated artifact is detected by its size alone.
  writeFileSync(path as string, bytes.subarray(0, 300));
  expect((await first.run()).summary).toMatchObject({ alerts: 1 });
  expect(readFileSync(path as string).equals(bytes)).toBe(true);
  expect((await first.run()).summary).toMatchObject({ alerts: 0 });
  flip();
  expect((await verify(first)).summary).toMatchObject({ damaged: 1, repaired: 1 });
});

it('setResourceIntent evicts only bytes verified at the sync target in the last 30 days [SYNC-CONTENT] [SYNC-VERIFY]', async () => {
  const { share, first } = await pairedFolders();
  const resource_id = await attach(first);
  const evict = () => first.call('setResourceIntent', { resource_id, intent: 'evict' });
  await first.run();
  await expect(evict()).rejects.toMatchObject({ code: 'conflict' });
  await verify(first);
  const carrier_id = (await first.call('discoverCarrier', { target: 'directory' })).carrier_id as string;
  const verifiedBefore = (days: number) =>
    first.open(({ library }) =>
      library.store.write(({ sync, resources }) => {
        const { sha256 } = resources.get(resource_id) as { sha256: string };
        sync.contents.setVerified(carrier_id, [sha256], Date.now() - days * DAY_MS);
      }),
    );
  await verifiedBefore(31);
  await expect(evict()).rejects.toMatchObject({ code: 'conflict' });
  await verify(first);
  expect(await evict()).toMatchObject({ presence: 'remote' });
  await first.call('runSync', { kind: 'resources' });
  expect(await first.call('setResourceIntent', { resource_id })).toMatchObject({ intent: 'evict', presence: 'remote' });
  await first.call('setResourceIntent', { resource_id, intent: 'eager' });
  const files = filesIn(share);
  const { summary } = await first.call('runSync', { kind: 'resources' });
  expect(summary).toMatchObject({ blobs_received: 1, bytes_sent: 0, published: 1 });
  expect(filesIn(share)).toEqual(files);
  expect(await first.call('setResourceIntent', { resource_id })).toMatchObject({ presence: 'local' });
  // Damaged chunks count as missing.
  for (const path of files.filter((name) => name.includes('/blobs/'))) writeFileSync(path, 'x');
  expect((await verify(first)).summary).toMatchObject({ repaired: 1 });
  await expect(evict()).rejects.toMatchObject({ code: 'conflict' });
  // The chunks were put again from here, and can now be read back.
  await verify(first);
  expect(await evict()).toMatchObject({ presence: 'remote' });
});

it('alerts of a former carrier disappear after a sync with the new one [SYNC-VERIFY]', async () => {
  const { share, first, second } = await pairedFolders();
  const { replica_id } = await first.overview();
  const [path] = filesIn(join(share, 'n', replica_id, 'members'));
  writeFileSync(path as string, 'nothing of the kind');
  await verify(second);
  await second.run();
  expect((await second.overview()).alerts).toMatchObject([{ code: 'carrier_damaged', replica_id }]);
  rmSync(share, { recursive: true });
  await expect(second.run()).rejects.toThrow('There is no such folder');
  expect((await second.overview()).alerts).toHaveLength(1);
  mkdirSync(share);
  await first.call('runSync', { new_carrier: true });
  await second.run();
  expect((await second.overview()).alerts).toEqual([]);
});
