import { expect, test } from 'vitest';
import { getControlState } from '../../src/control/state.js';
import { canAgreeOn } from '../../src/run/merge-versions.js';
import { decodeAck } from '../../src/run/retention/ack.js';
import { MemoryCarrier } from '../../src/testing/index.js';
import { DATABASE, Device } from './devices.js';

async function pair() {
  const carrier = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
  const of = ({ keys }: Device) => carrier.carrierFor(keys.replicaId);
  const first = await Device.createFounder();
  await first.sync(of(first));
  const second = await first.invite();
  await first.sync(of(first));
  const meet = async () => {
    for (let round = 0; round < 3; round += 1) for (const device of [first, second]) await device.sync(of(device));
  };
  await meet();
  return { first, second, of, meet };
}

async function mayAgree(device: Device, version: number) {
  const acks = (await device.store.acks()).flatMap(({ payload }) => decodeAck(payload) ?? []);
  const { replicaId } = device.keys;
  return canAgreeOn(version, getControlState(await device.log()), acks, {
    replicaId,
    mergeVersions: device.mergeVersions,
  });
}

test('a group may agree on a newer merge version once every member has acknowledged support', async () => {
  const { first, second, meet } = await pair();
  first.mergeVersions = [1, 2];
  await meet();
  expect(await mayAgree(first, 2)).toBe(false);
  second.mergeVersions = [1, 2];
  expect(await mayAgree(first, 2), 'before it has said so').toBe(false);
  await meet();
  expect(await mayAgree(first, 2)).toBe(true);
  expect(await mayAgree(first, 1), 'what is in force').toBe(false);
  expect(await mayAgree(first, 3)).toBe(false);
  await first.invite();
  expect(await mayAgree(first, 2), 'of whom nothing was heard').toBe(false);
});

test('a group never agrees on an earlier merge version, although every member supports it', async () => {
  const { first, second, meet } = await pair();
  for (const device of [first, second]) device.mergeVersions = [1, 2];
  await first.decide({ kind: 'policy.set', merge_version: 2 });
  await meet();
  expect(await mayAgree(first, 1)).toBe(false);
});

test('a replica without the merge version of its group raises needs_upgrade, applies nothing and loses nothing', async () => {
  const { first, second, of, meet } = await pair();
  first.note('before');
  await meet();
  first.mergeVersions = [1, 2];
  await first.decide({ kind: 'policy.set', merge_version: 2 });
  first.note('after');
  second.note('of an old program');
  await first.sync(of(first));
  const report = await second.sync(of(second));
  expect(report.alerts).toContainEqual({ code: 'needs_upgrade', replica: first.keys.replicaId });
  expect(report.counts.operationsIn).toBe(0);
  expect(second.bodies).toEqual(['before', 'of an old program']);
  await first.sync(of(first));
  expect(first.bodies).toEqual(['after', 'before', 'of an old program']);

  second.mergeVersions = [1, 2];
  expect((await second.sync(of(second))).alerts).toEqual([]);
  expect(second.bodies).toEqual(first.bodies);
});

test('checkpoints are made and verified under any merge version', async () => {
  const { first, second, of, meet } = await pair();
  for (const device of [first, second]) device.mergeVersions = [1, 2];
  first.note('before');
  await meet();
  await first.decide({ kind: 'policy.set', merge_version: 2 });
  await meet();
  for (const device of [first, second]) device.rules = 2;
  first.note('after');
  await first.sync(of(first));
  const made = await first.sync(of(first), { snapshot: true });
  expect([made.alerts, made.counts.checkpointsOut]).toEqual([[], 1]);
  const { alerts, counts } = await second.sync(of(second));
  expect([alerts, counts.checkpointsVerified]).toEqual([[], 1]);
});
