import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelDevices } from '../../src/sync/center/device-labels.js';
import { type Folder, meet, pairedFolders } from './devices.js';

describe('encrypted operations that are not on the carrier', () => {
  it('are pending and part of the plan until a run publishes them [SYNC-PENDING]', async () => {
    const { share, first, second } = await pairedFolders();
    await meet(first, second, first);
    expect((await first.overview()).pending.ops).toBe(0);
    await first.note('Two', 'two\n');
    const { ops } = (await first.overview()).pending;
    expect(ops).toBeGreaterThan(0);
    // A file replaces the folder of segments, so that every write of an encrypted segment fails.
    const { replica_id } = await first.overview();
    const segments = join(share, 'n', replica_id, 'ops');
    if (existsSync(segments)) renameSync(segments, `${share}.ops`);
    else mkdirSync(`${share}.ops`);
    writeFileSync(segments, '');
    await expect(first.run()).rejects.toThrow('Sync target: ');
    expect((await first.overview()).pending.ops).toBe(ops);
    renameSync(segments, `${share}.file`);
    renameSync(`${share}.ops`, segments);
    const { publish } = await first.call('planSyncJob', { kind: 'incremental' });
    expect(publish).toMatchObject({ ops, segments: 1 });
    await first.run();
    expect((await first.overview()).pending.ops).toBe(0);
    expect((await first.call('planSyncJob', { kind: 'incremental' })).publish.ops).toBe(0);
  });
});

describe('the plan of a sync', () => {
  const plan = (device: Folder) => device.call('planSyncJob', { kind: 'incremental' });

  it('is refused with the error of the sync when the folder is empty or of another library [SYNC-PENDING]', async () => {
    const { share, first } = await pairedFolders();
    renameSync(share, `${share}.away`);
    mkdirSync(share);
    await expect(plan(first)).rejects.toThrow('The folder is empty, but this library synced there before.');
    const other = await pairedFolders();
    rmSync(share, { recursive: true });
    renameSync(other.share, share);
    await expect(plan(first)).rejects.toThrow('The sync folder or service belongs to another library.');
  });
});

describe('attachments that are not on the carrier', () => {
  it('are pending until a run has published their bytes after their operations [SYNC-PENDING]', async () => {
    const { share, first, second } = await pairedFolders();
    await meet(first, second, first);
    const readPending = async () => (await first.overview()).pending;
    expect(await readPending()).toMatchObject({ ops: 0, resources_out: 0, bytes_out: 0 });
    await first.attach('map.png', 'the map');
    expect(await readPending()).toMatchObject({ resources_out: 1, bytes_out: 7 });
    // A file replaces the folder of attachments, so that a run publishes the operations alone.
    const blobs = join(share, 'n', (await first.overview()).replica_id, 'blobs');
    writeFileSync(blobs, '');
    await expect(first.run()).rejects.toThrow('Sync target: ');
    expect(await readPending()).toMatchObject({ ops: 0, resources_out: 1, bytes_out: 7 });
    rmSync(blobs);
    await first.run();
    expect(await readPending()).toMatchObject({ ops: 0, resources_out: 0, bytes_out: 0 });
  });
});

describe('device labels', () => {
  const device = (replicaId: string, name: string, status: 'active' | 'revoked' | 'retired' = 'active') => ({
    ...{ replicaId, name, status },
  });
  const labels = (former: readonly string[], ...devices: ReturnType<typeof device>[]) => [
    ...labelDevices(devices, 'rep_own0', former).values(),
  ];

  it('are the plain names when all names differ [SYNC-LABELS]', () => {
    expect(labels([], device('rep_own0', 'laptop'), device('rep_0001', 'phone', 'retired'))).toEqual([
      'laptop',
      'phone',
    ]);
  });

  it('mark a device as retired, revoked or formerly this device when names are equal [SYNC-LABELS]', () => {
    const [own, retired, revoked] = [
      device('rep_own0', 'laptop'),
      device('rep_0001', 'Laptop', 'retired'),
      device('rep_0002', 'laptop', 'revoked'),
    ];
    expect(labels(['rep_0003'], own, retired, revoked, device('rep_0003', 'laptop'))).toEqual([
      'laptop',
      'Laptop (retired)',
      'laptop (revoked)',
      'laptop (formerly this device)',
    ]);
  });

  it('add the end of the id to devices with the same name and status [SYNC-LABELS]', () => {
    const alike = [device('rep_0001', 'phone'), device('rep_0002', 'phone'), device('rep_0003', 'phone', 'retired')];
    expect(labels([], ...alike)).toEqual(['phone (…0001)', 'phone (…0002)', 'phone (retired)']);
    const twice = [
      device('rep_own0', 'phone'),
      device('rep_0002', 'phone', 'retired'),
      device('rep_0003', 'phone', 'retired'),
    ];
    expect(labels([], ...twice)).toEqual(['phone', 'phone (retired, …0002)', 'phone (retired, …0003)']);
  });

  it('mark another active device that has the name of this device [SYNC-LABELS]', () => {
    expect(labels([], device('rep_own0', 'phone'), device('rep_0002', 'phone'))).toEqual(['phone', 'phone (…0002)']);
  });
});
