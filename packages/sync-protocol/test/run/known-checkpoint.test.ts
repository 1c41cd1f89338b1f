import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { LoggedOperation } from '../../src/index.js';
import { zlibCodec as codec, sodiumCrypto as crypto } from '../../src/node/index.js';
import type { KnownCheckpoint } from '../../src/run/context.js';
import { decodeCheckpointHead, decodeCheckpointPart, encodeCheckpointParts } from '../../src/run/index.js';
import { pullGroupState, startRun } from '../../src/run/run.js';
import { verifyCheckpoints } from '../../src/run/verify-checkpoints.js';
import { MemoryCarrier } from '../../src/testing/index.js';
import { alterEachByte } from '../support.js';
import { DATABASE, Device } from './devices.js';

/** Creates a carrier with the checkpoint of a sole member, which has one note. */
async function publishCheckpoint() {
  const carrier = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
  const author = await Device.createFounder();
  author.note('one');
  await author.sync(carrier.carrierFor(author.keys.replicaId), { snapshot: true });
  const [record] = author.store.state.checkpoints.values();
  const head = record && decodeCheckpointHead(record.head);
  const part = head?.parts[0];
  if (!record || part === undefined) throw new Error('The author has no checkpoint.');
  return { carrier, author, name: record.name, part, folder: carrier.folder(author.keys.replicaId, 'snapshots') };
}

/** Returns the payload of the only part of a checkpoint of the whole log. */
async function encodeLog({ store }: Device): Promise<Uint8Array> {
  const [payload, ...rest] = await store.readLog(async (log) => [...encodeCheckpointParts(log.inOrder())]);
  if (payload === undefined || rest.length > 0) throw new Error('The log does not fit one part.');
  return payload;
}

/**
 * Verifies the checkpoints on a carrier in a run that wrote or applied one.
 *
 * @param known digests of the checkpoint that the run knows
 * @returns verdict on the checkpoint, and the number of times that its part was read
 */
async function verifyKnown(
  device: Device,
  { carrier, name, part }: Awaited<ReturnType<typeof publishCheckpoint>>,
  known: KnownCheckpoint,
) {
  const { store, keys } = device;
  let reads = 0;
  const over = carrier.carrierFor(keys.replicaId);
  const counting: typeof over = {
    ...over,
    get: (...asked) => {
      if (asked[2] === part) reads += 1;
      return over.get(...asked);
    },
  };
  const run = await startRun({ store, keys, carrier: counting, crypto, codec, now: () => device.now });
  await pullGroupState(run);
  run.knownCheckpoints.set(name, known);
  reads = 0;
  await verifyCheckpoints(run);
  return { verdict: store.state.checkpoints.get(name)?.verdict, reads };
}

/** Stores operations in place of the log. */
function replaceLog({ store }: Device, operations: readonly LoggedOperation[]): void {
  store.state.log.clear();
  for (const logged of operations)
    store.state.log.set(logged.replica, [...(store.state.log.get(logged.replica) ?? []), logged]);
}

test('a new device verifies the checkpoint that it applied without reading it again [SYNC-CHECKPOINT]', async () => {
  const published = await publishCheckpoint();
  const { carrier, author, name, part } = published;
  const second = await author.invite();
  await author.sync(carrier.carrierFor(author.keys.replicaId));
  const over = carrier.carrierFor(second.keys.replicaId);
  const read: string[] = [];
  const report = await second.sync({
    ...over,
    get: (...asked) => {
      read.push(asked[2]);
      return over.get(...asked);
    },
  });
  expect(report).toMatchObject({ alerts: [], counts: { segmentsIn: 0, checkpointsVerified: 1 } });
  expect(read.filter((each) => each === part)).toHaveLength(1);
  expect(second.store.state.checkpoints.get(name)?.verdict).toBe('verified');
});

test('a log that differs from the applied checkpoint in any byte is not verified by its bytes [SYNC-CHECKPOINT]', async () => {
  const published = await publishCheckpoint();
  const { carrier, author, name } = published;
  const second = await author.invite();
  await author.sync(carrier.carrierFor(author.keys.replicaId));
  await second.sync(carrier.carrierFor(second.keys.replicaId));
  const payload = await encodeLog(second);
  const verify = () => {
    second.store.state.checkpoints.delete(name);
    return verifyKnown(second, published, { from: 'carrier', payloads: [hash('sha256', payload)] });
  };
  expect(await verify()).toEqual({ verdict: 'verified', reads: 0 });

  let tried = 0;
  for (const [at, bytes] of alterEachByte(payload)) {
    const operations = decodeCheckpointPart(bytes);
    // Bytes that are no operations cannot be in a log.
    if (operations === null) continue;
    tried += 1;
    replaceLog(second, operations);
    const { verdict, reads } = await verify();
    expect([at, verdict === 'verified' && reads === 0]).toEqual([at, false]);
    if (isContent(payload, at)) expect([at, verdict]).toEqual([at, 'refused']);
  }
  expect(tried).toBeGreaterThan(50);
  const [create, write] = decodeCheckpointPart(payload) ?? [];
  if (create === undefined || write === undefined) throw new Error('The checkpoint has no note.');
  // The library may have pruned an operation that is missing: then the whole checkpoint is read and compared.
  for (const operations of [[create], [write], []]) {
    replaceLog(second, operations);
    expect((await verify()).reads).toBe(1);
  }
});

/**
 * Returns true when a byte belongs to the content of an operation. An operation of another author or number leaves a
 * gap, which may also come from pruning.
 */
function isContent(payload: Uint8Array, at: number): boolean {
  const text = Buffer.from(payload).toString('latin1');
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, text.indexOf('\n', at));
  const place = at - text.lastIndexOf('\n', at - 1) - 1;
  const isWithin = (pattern: RegExp) => {
    const found = pattern.exec(line);
    return found !== null && place >= found.index && place < found.index + found[0].length;
  };
  return ![/"s":\d+/, /"replica_id":"[^"]+"/].some(isWithin);
}

test('a checkpoint of a sole member is not verified when any byte of its part is damaged on the carrier [SYNC-CHECKPOINT]', async () => {
  const published = await publishCheckpoint();
  const { author, name, part, folder } = published;
  const [record, artifact] = [author.store.state.checkpoints.get(name), folder.get(part)];
  if (record === undefined || artifact === undefined) throw new Error('The checkpoint is not there.');
  const verify = (written: Uint8Array) => {
    author.store.state.checkpoints.set(name, { ...record, verdict: 'made' });
    return verifyKnown(author, published, { from: 'log', artifacts: [hash('sha256', written)], texts: [] });
  };
  expect(await verify(artifact)).toEqual({ verdict: 'verified', reads: 1 });
  // The carrier has another valid artifact than the run wrote: the whole verification decides.
  expect(await verify(artifact.subarray(1))).toEqual({ verdict: 'verified', reads: 2 });
  for (const [at, bytes] of alterEachByte(artifact)) {
    folder.set(part, bytes);
    expect([at, (await verify(artifact)).verdict]).toEqual([at, 'made']);
  }
  folder.delete(part);
  expect((await verify(artifact)).verdict).toBe('made');
});
