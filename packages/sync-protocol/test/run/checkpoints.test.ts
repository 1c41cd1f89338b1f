import { describe, expect, test, vi } from 'vitest';
import { ControlLog, getControlState, parseControl } from '../../src/control/index.js';
import { computeArtifactName, encryptArtifact, type LoggedOperation } from '../../src/index.js';
import { zlibCodec as codec, sodiumCrypto as crypto } from '../../src/node/index.js';
import {
  type CheckpointHead,
  decodeAck,
  decodeCheckpointHead,
  encodeCheckpointHead,
  encodeCheckpointParts,
} from '../../src/run/index.js';
import { MemoryCarrier } from '../../src/testing/index.js';
import { listOperations } from '../../src/testing/memory-state.js';
import { pruneAll } from '../../src/testing/sim/prune.js';
import { DATABASE, Device } from './devices.js';

const DAY_MS = 86_400_000;
const newCarrier = () => new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });

/** Creates two devices with equal libraries; `join` adds a third one that has not synchronised yet. */
async function group() {
  const carrier = newCarrier();
  const run = (device: Device, snapshot = false) =>
    device.sync(carrier.carrierFor(device.keys.replicaId), { snapshot });
  const first = await Device.createFounder();
  const second = await first.invite();
  const { doc, rev } = first.note('one');
  first.append({ op: 'doc.write', doc, rev: `${rev}x`, parents: [rev], title: 'A note', body: 'two' });
  second.note('other');
  for (const device of [first, second, first, second]) await run(device);
  const join = async () => {
    const device = await first.invite();
    await run(first);
    return device;
  };
  return { carrier, run, first, second, join };
}

const listRecords = ({ store }: Device) => [...store.state.checkpoints.values()];

function forget(device: Device): void {
  const { store, keys } = device;
  const log = new ControlLog(crypto, DATABASE, keys.genesis);
  for (const { payload } of store.state.control.values()) {
    const parsed = parseControl(crypto, payload);
    if (parsed.ok) log.add(parsed.operation);
  }
  pruneAll(store.state, getControlState(log));
}

describe('a checkpoint', () => {
  test('is written on request, verified by a second device, and used by a third to bootstrap [SYNC-CHECKPOINT]', async () => {
    const { run, first, second, join } = await group();
    expect((await run(first)).counts.checkpointsOut).toBe(0);
    expect((await run(first, true)).counts.checkpointsOut).toBe(1);
    expect((await run(first, true)).counts.checkpointsOut).toBe(0);
    expect(await run(second)).toMatchObject({ alerts: [], counts: { checkpointsVerified: 1 } });
    const [record] = listRecords(second);
    expect(record).toMatchObject({ replica: first.keys.replicaId, verdict: 'verified' });
    await run(first);
    const ack = first.store.state.acks.get(second.keys.replicaId);
    expect(decodeAck(ack?.payload ?? new Uint8Array())?.snapshotsVerified).toEqual([record?.name]);

    const third = await join();
    third.note('brought along');
    const report = await run(third);
    expect(report).toMatchObject({ published: true, alerts: [], counts: { segmentsIn: 0 } });
    expect(third.store.state.prunedBelow).not.toEqual({});
    for (const device of [first, second, third, first]) expect((await run(device)).alerts).toEqual([]);
    expect(third.bodies).toEqual(['brought along', 'other', 'two']);
    const digests = [first, second, third].map(async ({ store }) => (await store.readState()).viewDigest);
    expect(new Set(await Promise.all(digests)).size).toBe(1);
  });

  test('made by the device itself is not used to bootstrap, even when the others have no operations', async () => {
    const carrier = newCarrier();
    const run = (device: Device, snapshot = false) =>
      device.sync(carrier.carrierFor(device.keys.replicaId), { snapshot });
    const first = await Device.createFounder();
    const second = await first.invite();
    first.note('one');
    await run(first, true);
    expect((await run(second)).counts.checkpointsVerified).toBe(1);
    expect((await run(first)).alerts).toEqual([]);
  });

  test('of a sole member is verified by reading it back [SYNC-CHECKPOINT]', async () => {
    const carrier = newCarrier();
    const alone = await Device.createFounder();
    alone.note('one');
    const over = carrier.carrierFor(alone.keys.replicaId);
    expect((await alone.sync(over, { snapshot: true })).counts).toMatchObject({
      checkpointsOut: 1,
      checkpointsVerified: 1,
    });
    expect(listRecords(alone)).toMatchObject([{ verdict: 'verified' }]);
  });

  test('is due after thirty days if there are new operations [SYNC-CHECKPOINT]', async () => {
    const { run, first } = await group();
    first.now += 29 * DAY_MS;
    expect((await run(first)).counts.checkpointsOut).toBe(0);
    first.now += DAY_MS;
    expect((await run(first)).counts.checkpointsOut).toBe(1);
    first.now += 31 * DAY_MS;
    expect((await run(first)).counts.checkpointsOut).toBe(0);
  });

  test('is removed from the carrier once a newer one of its author is verified', async () => {
    const { carrier, run, first, second } = await group();
    const countArtifacts = () => carrier.folder(first.keys.replicaId, 'snapshots').size;
    await run(first, true);
    await run(second);
    const before = countArtifacts();
    first.note('new');
    await run(first, true);
    expect(countArtifacts()).toBe(before + 2);
    for (const device of [second, first, first]) await run(device);
    expect(countArtifacts()).toBe(2);
  });
});

describe('operations that all members have and a checkpoint covers', () => {
  test('are pruned from the log and the carrier, and a new device still gets the whole library [SYNC-RETENTION]', async () => {
    const { carrier, run, first, second, join } = await group();
    const segments = () => carrier.folder(first.keys.replicaId, 'ops').size;
    first.note('more');
    for (const device of [first, second, first]) await run(device);
    expect(segments()).toBe(2);
    forget(first);
    expect(listOperations(first.store.state)).toHaveLength(7);
    await run(first, true);
    for (const device of [second, first]) await run(device);
    forget(first);
    expect(listOperations(first.store.state)).toHaveLength(6);
    for (const device of [first, second, first]) expect((await run(device)).alerts).toEqual([]);
    expect(segments()).toBe(1);
    const third = await join();
    expect((await run(third)).alerts).toEqual([]);
    expect(third.bodies).toEqual(second.bodies);
    const [doc] = [...listOperations(third.store.state)].flatMap(({ operation }) =>
      operation.op === 'doc.write' && operation.body === 'two' ? [operation] : [],
    );
    if (doc === undefined) throw new Error('the head is not there');
    third.append({ op: 'doc.write', doc: doc.doc, rev: 'rev_new', parents: [doc.rev], title: 'A note', body: 'three' });
    for (const device of [third, first, second]) expect((await run(device)).alerts).toEqual([]);
    for (const device of [first, second]) expect(device.bodies).toEqual(third.bodies);
  });

  test('are kept while a silent member is active or revoked, and pruned when it is retired [SYNC-RETENTION]', async () => {
    const { run, first, second, join } = await group();
    const third = await join();
    await run(first, true);
    for (const device of [second, first]) await run(device);
    forget(first);
    expect(listOperations(first.store.state)).toHaveLength(5);
    const replica_id = third.keys.replicaId;
    const revoked = { revoked_key_id: third.keys.signer.keyId, mint: true, replica_id };
    await first.decide({ kind: 'member.revoke_key', ...revoked });
    for (const device of [first, second, first, second, first]) await run(device);
    forget(first);
    expect(listOperations(first.store.state)).toHaveLength(5);
    await first.decide({ kind: 'member.retire', replica_id, final: null });
    await run(first);
    forget(first);
    expect(listOperations(first.store.state)).toHaveLength(5);
    for (const device of [second, first]) await run(device);
    forget(first);
    expect(listOperations(first.store.state)).toHaveLength(4);
  });
});

describe('a forged checkpoint raises an alert about its author', () => {
  /** Publishes a forged checkpoint of the first device in place of a true one. */
  async function forge(change: (head: CheckpointHead, operations: LoggedOperation[]) => Forged) {
    const { carrier, run, first, second, join } = await group();
    await run(first, true);
    const [record] = listRecords(first);
    const head = record && decodeCheckpointHead(record.head);
    const epoch = first.keys.epochs()[0];
    if (!head || !epoch) throw new Error('there is no checkpoint');
    const { replicaId: namespace, signer } = first.keys;
    const put = (index: number, payload: Uint8Array) => {
      const place = { databaseId: DATABASE, namespace, artifactClass: 'snapshots', index } as const;
      const artifact = encryptArtifact(crypto, codec, { ...place, epoch, signer, payload });
      const name = computeArtifactName(crypto, index, artifact);
      carrier.folder(namespace, 'snapshots').set(name, artifact);
      return name;
    };
    const operations = listOperations(first.store.state).sort(
      (a, b) => a.operation.l - b.operation.l || (a.replica < b.replica ? -1 : 1),
    );
    const forged = change(head, operations);
    const parts = forged.parts ?? [
      put(3, encodeCheckpointParts(forged.operations ?? operations).next().value as Uint8Array),
    ];
    put(4, encodeCheckpointHead({ ...head, ...forged.head, parts }));
    return { run, first, second, join };
  }

  interface Forged {
    readonly head?: Partial<CheckpointHead>;
    readonly operations?: readonly LoggedOperation[];
    readonly parts?: readonly string[];
  }

  test.each<[string, string, (head: CheckpointHead, operations: LoggedOperation[]) => Forged]>([
    ['is refused with a wrong digest', 'view', () => ({ head: { viewDigest: 'f'.repeat(64) } })],
    ['is refused when it is truncated', 'view', (_, operations) => ({ operations: operations.slice(0, -1) })],
    [
      'is refused with an altered operation',
      'operations',
      (_, operations) => ({
        operations: operations.map((each) =>
          each.operation.op === 'doc.create' ? { ...each, operation: { ...each.operation, created: 7 } } : each,
        ),
      }),
    ],
    [
      'is refused under the name of another replica',
      'malformed',
      ({ versions }) => ({ head: { replicaId: Object.keys(versions).at(-1) === 'x' ? 'x' : 'rep_x' } }),
    ],
    [
      'is refused with a wrong last segment',
      'version',
      ({ last }) => ({
        head: {
          last: Object.fromEntries(Object.entries(last).map(([id, end]) => [id, { ...end, sha256: 'a'.repeat(64) }])),
        },
      }),
    ],
    [
      'is refused when it names a replica that was never a member',
      'stranger',
      ({ versions, last }) => ({
        head: {
          versions: { ...versions, rep_stranger: 1 },
          last: { ...last, rep_stranger: { index: 1, sha256: 'a'.repeat(64), lamport: 1 } },
        },
      }),
    ],
    [
      'is refused when its parts follow its head',
      'malformed',
      () => ({ parts: [`${'0'.repeat(15)}9-${'a'.repeat(32)}`] }),
    ],
  ])('%s [SYNC-CHECKPOINT]', async (_, problem, change) => {
    const { run, first, second, join } = await forge(change);
    const at = { artifactClass: 'snapshots', index: 4, problem };
    for (let round = 0; round < 2; round += 1)
      expect((await run(second)).alerts).toEqual([{ code: 'quarantined', replica: first.keys.replicaId, at }]);
    expect(listRecords(second).some(({ verdict }) => verdict === 'verified')).toBe(false);
    // No member has verified the checkpoint, so no device bootstraps from it.
    const third = await join();
    await run(third);
    expect(third.store.state.prunedBelow).toEqual({});
    expect(third.bodies).toEqual(second.bodies);
  });

  test('waits while parts of it are missing [SYNC-CHECKPOINT]', async () => {
    const { run, first, second } = await forge(() => ({ parts: [`${'0'.repeat(15)}3-${'a'.repeat(32)}`] }));
    const at = { artifactClass: 'snapshots', index: 4, problem: 'missing' };
    expect((await run(second)).alerts).toEqual([{ code: 'waiting', replica: first.keys.replicaId, at }]);
  });
});

describe('when everyone who had all operations of a device was removed', () => {
  /**
   * Creates three devices: `author` has published notes and a checkpoint that the founder has verified, and `remover`
   * has not synchronised. `remove` lets it remove the author and the founder before it has applied an operation.
   */
  async function groupToRemove() {
    const carrier = newCarrier();
    const run = (device: Device, snapshot = false) =>
      device.sync(carrier.carrierFor(device.keys.replicaId), { snapshot });
    const founder = await Device.createFounder();
    const [author, late, remover] = [await founder.invite(), await founder.invite(), await founder.invite()];
    await run(founder);
    for (const body of ['one', 'two', 'three']) author.note(body);
    await run(author, true);
    expect((await run(founder)).counts.checkpointsVerified).toBe(1);
    const remove = async () => {
      for (const { keys } of [author, founder]) {
        const key = { replica_id: keys.replicaId, revoked_key_id: keys.signer.keyId };
        await remover.decide({ kind: 'member.revoke_key', ...key, mint: true });
      }
      await run(remover);
      expect(remover.bodies).toEqual([]);
    };
    return { run, author, late, remover, remove };
  }

  async function expectAllEverywhere(run: (device: Device) => Promise<unknown>, late: Device, remover: Device) {
    for (const device of [late, remover, late, remover]) await run(device);
    late.note('later');
    for (const device of [late, remover]) await run(device);
    for (const { bodies } of [late, remover]) expect(bodies).toEqual(['later', 'one', 'three', 'two']);
  }

  test('a bootstrap that was started continues with its checkpoint [SYNC-CHECKPOINT]', async () => {
    const { run, late, remover, remove } = await groupToRemove();
    late.onSlice = () => {
      throw new Error('The device was switched off.');
    };
    await expect(run(late)).rejects.toThrow('switched off');
    late.onSlice = () => {};
    await remove();
    expect(await late.store.readBootstrap()).not.toBeNull();
    await expectAllEverywhere(run, late, remover);
  });

  test('a segment that was applied in part is completed', async () => {
    const { run, late, remover, remove } = await groupToRemove();
    const { store } = late;
    // Its run finds no checkpoint yet.
    const bootstrap = vi.spyOn(store, 'bootstrap').mockResolvedValue('stale');
    const apply = vi.spyOn(store, 'apply').mockImplementation(async ({ replica, operations, to }) => {
      store.state.log.set(replica, operations.slice(0, 1));
      const { digest: sha256, index, seq, lamport } = to;
      store.state.segments.set(`${replica}:${index}`, { sha256: sha256 as string, seq, lamport });
      throw new Error('The device was switched off.');
    });
    await expect(run(late)).rejects.toThrow('switched off');
    for (const mock of [bootstrap, apply]) mock.mockRestore();
    await remove();
    await expectAllEverywhere(run, late, remover);
  });
});

test('a checkpoint replaces operations of a removed replica that are no longer on the carrier [SYNC-CHECKPOINT]', async () => {
  const { carrier, run, first, second, join } = await group();
  const third = await join();
  await run(third);
  const lost = second.keys.replicaId;
  const folders = (['ops', 'acks'] as const).map((each) => carrier.folder(lost, each));
  const before = folders.map((folder) => new Set(folder.keys()));
  second.note('late');
  for (const device of [second, first]) await run(device);
  // The carrier is restored together with the library of the second device, before the third one has synchronised.
  for (const [at, folder] of folders.entries())
    for (const name of [...folder.keys()]) if (before[at]?.has(name) !== true) folder.delete(name);
  expect((await run(first)).alerts).toMatchObject([{ code: 'carrier_rolled_back', replica: lost }]);
  await first.decide({ kind: 'member.retire', replica_id: lost, final: null });
  await run(first);
  expect((await run(first)).alerts).toEqual([]);
  expect((await run(third)).alerts).toMatchObject([{ code: 'gap', replica: lost }]);
  expect(third.bodies).not.toContain('late');

  await run(first, true);
  const { alerts } = await run(third);
  const unwitnessed = alerts.find(({ code }) => code === 'checkpoint_unwitnessed');
  expect(unwitnessed?.replica).toBe(first.keys.replicaId);
  const accepted = await third.sync(carrier.carrierFor(third.keys.replicaId), {
    acceptCheckpoint: unwitnessed?.checkpoint as string,
  });
  expect(accepted.alerts).toEqual([]);
  expect(third.bodies).toEqual(first.bodies);
});
