import { expect, test } from 'vitest';
import {
  type AuthorState,
  artifactName,
  checkpointParts,
  decodeAck,
  encodeAck,
  encodeCheckpointHead,
  sealArtifact,
  viewDigest,
} from '../../src/index.js';
import { zlibCodec as codec, sodiumCrypto as crypto } from '../../src/node/index.js';
import { MemoryCarrier } from '../../src/testing/index.js';
import { operationsOf } from '../../src/testing/memory-state.js';
import { viewOf } from '../../src/testing/sim/library-view.js';
import { DATABASE, Device } from './devices.js';

const REVOKED = { revoked_key_id: '', mint: true } as const;

/** Purges and adds, and puts that into a checkpoint, its own word for it, and a name that makes it look needed. */
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
  forger.say({ op: 'doc.purge', doc, seen: [rev] });
  forger.note('written after it was put out');
  const put = (artifactClass: 'snapshots' | 'acks' | 'ops', index: number, payload: Uint8Array) => {
    const place = { databaseId: DATABASE, namespace, artifactClass, index } as const;
    const artifact = sealArtifact(crypto, codec, { ...place, epoch, signer, payload });
    const name = artifactName(crypto, index, artifact);
    carrier.folder(namespace, artifactClass).set(name, artifact);
    return name;
  };
  const operations = operationsOf(forger.store.state).sort(
    (a, b) => a.operation.l - b.operation.l || (a.replica < b.replica ? -1 : 1),
  );
  const own = operations.filter(({ replica }) => replica === namespace).map(({ operation }) => operation);
  const { versions, authors } = await forger.store.standing();
  const last = Object.fromEntries(
    [...authors].map(([replica, { index, digest, lamport }]: [string, AuthorState]) => [
      replica,
      { index, sha256: digest as string, lamport },
    ]),
  );
  last[namespace] = { index: 9, sha256: 'a'.repeat(64), lamport: Math.max(...own.map(({ l }) => l)) };
  const vector = { ...versions, [namespace]: Math.max(...own.map(({ s }) => s)) };
  const parts = [...checkpointParts(operations)].map((bytes, at) => put('snapshots', at + 1, bytes));
  const digest = viewDigest(viewOf(operations, forger.store.state.blobs));
  const head = { replicaId: namespace, versions: vector, last, parts, viewDigest: digest };
  const name = put('snapshots', parts.length + 1, encodeCheckpointHead(head));
  put('acks', 50, encodeAck({ ...ack, versions: vector, snapshotsVerified: [name] }));
  put('ops', 12, new Uint8Array([1]));
}

test.each(['active', 'revoked', 'retired'] as const)(
  'nobody goes on with a checkpoint of one that is %s and the only one to vouch for it [SYNC-CHECKPOINT]',
  async (status) => {
    const carrier = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
    const run = (device: Device) => device.sync(carrier.of(device.keys.replicaId));
    const first = await Device.found();
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
    await forge(carrier, second, first, note);
    expect((await run(first)).alerts).toContainEqual(expect.objectContaining({ code: 'gap', replica: replica_id }));
    expect(first.bodies).toEqual(before);
  },
);
