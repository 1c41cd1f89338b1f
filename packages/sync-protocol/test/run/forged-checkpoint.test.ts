import { expect, test } from 'vitest';
import { type AuthorState, computeArtifactName, encodeSegment, encryptArtifact } from '../../src/index.js';
import { zlibCodec as codec, sodiumCrypto as crypto } from '../../src/node/index.js';
import {
  computeViewDigest,
  decodeAck,
  encodeAck,
  encodeCheckpointHead,
  encodeCheckpointParts,
} from '../../src/run/index.js';
import { MemoryCarrier } from '../../src/testing/index.js';
import { listOperations } from '../../src/testing/memory-state.js';
import { computeReferenceView } from '../../src/testing/sim/library-view.js';
import { DATABASE, Device } from './devices.js';

const REVOKED = { revoked_key_id: '', mint: true } as const;

/**
 * Purges a note, adds another, and publishes both in a checkpoint, with its own acknowledgement and a later segment that
 * makes the checkpoint look necessary.
 */
async function forge(
  carrier: MemoryCarrier,
  forger: Device,
  trusting: Device,
  { doc, rev }: Record<'doc' | 'rev', string>,
) {
  const { replicaId: namespace, signer } = forger.keys;
  const epoch = forger.keys.epochs()[0];
  const known = (await trusting.store.acks()).find(({ replica }) => replica === namespace);
  const ack = known && decodeAck(known.payload);
  if (epoch === undefined || !ack) throw new Error('the forger was never in the group');
  forger.append({ op: 'doc.purge', doc, seen: [rev] });
  forger.note('written after it was put out');
  const put = (artifactClass: 'snapshots' | 'acks' | 'ops', index: number, payload: Uint8Array) => {
    const place = { databaseId: DATABASE, namespace, artifactClass, index } as const;
    const artifact = encryptArtifact(crypto, codec, { ...place, epoch, signer, payload });
    const name = computeArtifactName(crypto, index, artifact);
    carrier.folder(namespace, artifactClass).set(name, artifact);
    return name;
  };
  const operations = listOperations(forger.store.state).sort(
    (a, b) => a.operation.l - b.operation.l || (a.replica < b.replica ? -1 : 1),
  );
  const own = operations.filter(({ replica }) => replica === namespace).map(({ operation }) => operation);
  const { versions, authors } = await forger.store.readState();
  const last = Object.fromEntries(
    [...authors].map(([replica, { index, digest, lamport }]: [string, AuthorState]) => [
      replica,
      { index, sha256: digest as string, lamport },
    ]),
  );
  last[namespace] = { index: 9, sha256: 'a'.repeat(64), lamport: Math.max(...own.map(({ l }) => l)) };
  const vector = { ...versions, [namespace]: Math.max(...own.map(({ s }) => s)) };
  const parts = [...encodeCheckpointParts(operations)].map((bytes, at) => put('snapshots', at + 1, bytes));
  const digest = computeViewDigest(computeReferenceView(operations, forger.store.state.blobs));
  const head = { replicaId: namespace, versions: vector, last, parts, viewDigest: digest };
  const name = put('snapshots', parts.length + 1, encodeCheckpointHead(head));
  put('acks', 50, encodeAck({ ...ack, versions: vector, snapshotsVerified: [name] }));
  const latest = forger.store.state.log.get(namespace)?.slice(-1) ?? [];
  put('ops', 12, encodeSegment({ replicaId: namespace, index: 12, prev: 'a'.repeat(64), deps: {} }, latest));
  return name.slice(-32);
}

test.each(['active', 'revoked', 'retired'] as const)(
  'no device uses a checkpoint that only its %s author has verified, unless a person accepts one of an active member [SYNC-CHECKPOINT]',
  async (status) => {
    const carrier = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
    const run = (device: Device) => device.sync(carrier.carrierFor(device.keys.replicaId));
    const first = await Device.createFounder();
    const second = await first.invite();
    const note = first.note('of the first');
    second.note('of the second');
    for (const device of [first, second, first, second]) await run(device);
    const before = first.bodies;
    const { replicaId: replica_id, signer } = second.keys;
    if (status !== 'active')
      await first.decide({ kind: 'member.revoke_key', ...REVOKED, revoked_key_id: signer.keyId, replica_id });
    if (status === 'retired') await first.decide({ kind: 'member.retire', replica_id, final: null });
    for (let n = 0; n < 2; n += 1) await run(first);
    const checkpoint = await forge(carrier, second, first, note);
    const { alerts } = await run(first);
    expect(alerts).toContainEqual(expect.objectContaining({ code: 'gap', replica: replica_id }));
    const offered = alerts.filter(({ code }) => code === 'checkpoint_unwitnessed');
    expect(offered).toMatchObject(status === 'active' ? [{ replica: replica_id, checkpoint }] : []);
    const accept = (acceptCheckpoint: string) =>
      first.sync(carrier.carrierFor(first.keys.replicaId), { acceptCheckpoint });
    expect((await accept('0'.repeat(32))).accepted).toBe(false);
    expect(first.bodies).toEqual(before);
    // A user accepts the checkpoint: this works for one of an active member only.
    const taken = await accept(checkpoint);
    expect(taken.accepted).toBe(status === 'active');
    if (status !== 'active') expect(first.bodies).toEqual(before);
    else {
      expect(first.bodies).toContain('written after it was put out');
      expect((await run(first)).alerts.map(({ code }) => code)).not.toContain('checkpoint_unwitnessed');
    }
  },
);
