import { createHash, randomBytes } from 'node:crypto';
import { hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import type { Carrier } from '../../src/carrier/index.js';
import { encryptArtifact } from '../../src/frames/artifact.js';
import { computeArtifactName, deriveBlobLocator } from '../../src/frames/name.js';
import type { Epoch } from '../../src/index.js';
import { zlibCodec as codec, sodiumCrypto as crypto } from '../../src/node/index.js';
import { BlobIndex } from '../../src/run/blob-index.js';
import type { RunContext } from '../../src/run/context.js';
import { listClass } from '../../src/run/own-namespace.js';
import { MemoryCarrier } from '../../src/testing/index.js';
import { Hostile } from '../../src/testing/sim/hostile.js';
import { Random } from '../../src/testing/sim/random.js';
import { DATABASE, Device } from './devices.js';

/** Creates a device, a malicious one, and a record of what the first one reads. */
async function group() {
  const shared = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
  const first = await Device.createFounder();
  const second = await first.invite();
  const read: string[] = [];
  const inner = shared.carrierFor(first.keys.replicaId);
  const carrier: Carrier = {
    ...inner,
    get: async (namespace, artifactClass, name, range) => {
      read.push(`${namespace}/${artifactClass}`);
      return await inner.get(namespace, artifactClass, name, range);
    },
  };
  await first.sync(carrier);
  const id = second.keys.replicaId;
  const epoch = second.keys.epochs()[0] as Epoch;
  const countReads = (artifactClass: string) => read.filter((each) => each === `${id}/${artifactClass}`).length;
  return { shared, carrier, first, second, id, epoch, readOf: countReads };
}

test('reading stops at the first repeated part of a checkpoint [SYNC-BOUNDS]', async () => {
  const { shared, carrier, first, second, id, epoch, readOf } = await group();
  second.note('one operation of its');
  await second.sync(shared.carrierFor(id));
  await first.sync(carrier);
  const keys = second.keys.pair;
  const hostile = new Hostile({ id, databaseId: DATABASE, keys, epoch, crypto, codec, random: new Random(1) });
  for (const [artifactClass, name, bytes] of hostile.parts()) shared.folder(id, artifactClass).set(name, bytes);
  const { alerts } = await first.sync(carrier);
  expect(alerts.map(({ code }) => code)).toContain('quarantined');
  expect(readOf('snapshots')).toBeLessThan(10);
});

test('reading of a text stops once it exceeds its stated size [SYNC-BOUNDS]', async () => {
  const { shared, carrier, first, second, id, epoch, readOf } = await group();
  const text = Buffer.from('ten bytes!');
  const sha256 = createHash('sha256').update(text).digest('hex');
  second.store.state.blobs.set(sha256, text);
  const [doc, rev] = ['doc_0000000000000000000000000a', 'rev_0000000000000000000000000a'];
  const body_ref = { sha256, size: text.length, chunks: 50 };
  second.append({ op: 'doc.write', doc, rev, parents: [], title: 'A note', body_ref });
  for (let chunk = 0; chunk < 50; chunk += 1) {
    const { signer } = second.keys;
    const content = {
      artifactClass: 'blobs',
      index: chunk,
      databaseId: DATABASE,
      namespace: id,
      epoch,
      signer,
    } as const;
    const bytes = encryptArtifact(crypto, codec, { ...content, payload: randomBytes(1000) });
    const locator = deriveBlobLocator(crypto, epoch.key, hexToBytes(sha256), chunk);
    shared.folder(id, 'blobs').set(computeArtifactName(crypto, locator, bytes), bytes);
  }
  await second.sync(shared.carrierFor(id));
  const { alerts, counts } = await first.sync(carrier);
  expect(counts.operationsIn).toBe(0);
  expect(alerts.map(({ code }) => code)).toContain('resource_mismatch');
  expect(readOf('blobs')).toBe(1);
});

test('a replica with 200,000 kept artifacts lists its namespace', async () => {
  const kept = 200_000;
  const entry = (index: number) => ({ artifactClass: 'ops', index, name: `${index}`, sha256: '', sizeBytes: 0 });
  const store = {
    listArtifacts: async (_: unknown, after: number, limit: number) =>
      Array.from({ length: Math.min(limit, kept - after) }, (_, at) => entry(after + at + 1)),
    getLastArtifact: async () => entry(kept),
  };
  const carrier = { list: async () => ({ artifacts: [], next: null }) };
  const listing = await listClass({ store, carrier } as unknown as RunContext, 'rep_own', 'ops');
  expect(listing).toMatchObject({ isComplete: false, unknownArtifacts: [], droppedNames: [] });
});

test('an endless listing of chunks is abandoned, with full or empty pages [SYNC-BOUNDS]', async () => {
  const nameAt = (index: number) => `${index.toString(16).padStart(32, '0')}-${'0'.repeat(32)}`;
  for (const sizeBytes of [1, null]) {
    let pages = 0;
    const list = async () => {
      pages += 1;
      const first = pages * 1000;
      const names = sizeBytes === null ? [] : Array.from({ length: 1000 }, (_, at) => nameAt(first + at));
      return { artifacts: names.map((name) => ({ name, sizeBytes })), next: nameAt(first + 999) };
    };
    const index = new BlobIndex({ carrier: { list } } as unknown as RunContext);
    await index.count('rep_other');
    expect(pages).toBe(sizeBytes === null ? 100_000 : 100);
  }
});
