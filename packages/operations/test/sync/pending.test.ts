import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelDevices } from '../../src/sync/center/device-labels.js';
import { meet, pairedFolders } from './devices.js';

describe('operations that were sealed and not put', () => {
  it('are pending, and in the plan, until a run puts them [SYNC-PENDING]', async () => {
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

describe('labels of devices', () => {
  const device = (replicaId: string, name: string, status: 'active' | 'revoked' | 'retired' = 'active') => ({
    ...{ replicaId, name, status },
  });
  const labels = (former: readonly string[], ...devices: ReturnType<typeof device>[]) => [
    ...labelDevices(devices, 'rep_own0', former).values(),
  ];

  it('are their names where each has one of its own [SYNC-LABELS]', () => {
    expect(labels([], device('rep_own0', 'laptop'), device('rep_0001', 'phone', 'retired'))).toEqual([
      'laptop',
      'phone',
    ]);
  });

  it('mark a device that was retired, revoked, or was this one before [SYNC-LABELS]', () => {
    const [own, retired, revoked] = [
      device('rep_own0', 'laptop'),
      device('rep_0001', 'Laptop', 'retired'),
      device('rep_0002', 'laptop', 'revoked'),
    ];
    expect(labels(['rep_0003'], own, retired, revoked, device('rep_0003', 'laptop'))).toEqual([
      'laptop',
      'Laptop (retired)',
      'laptop (revoked)',
      'laptop (this device before)',
    ]);
  });

  it('tell apart two that are alike by the end of their ids [SYNC-LABELS]', () => {
    const alike = [device('rep_0001', 'phone'), device('rep_0002', 'phone'), device('rep_0003', 'phone', 'retired')];
    expect(labels([], ...alike)).toEqual(['phone (…0001)', 'phone (…0002)', 'phone (retired)']);
    const twice = [
      device('rep_own0', 'phone'),
      device('rep_0002', 'phone', 'retired'),
      device('rep_0003', 'phone', 'retired'),
    ];
    expect(labels([], ...twice)).toEqual(['phone', 'phone (retired, …0002)', 'phone (retired, …0003)']);
  });

  it('of active devices beside this one have a mark of their own [SYNC-LABELS]', () => {
    expect(labels([], device('rep_own0', 'phone'), device('rep_0002', 'phone'))).toEqual(['phone', 'phone (…0002)']);
  });
});
