import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ArtifactClass, CHUNK_LENGTH } from '../../src/index.js';
import type { Alert } from '../../src/run/index.js';
import { MemoryCarrier } from '../../src/testing/index.js';
import { DATABASE, Device } from './devices.js';

/** Creates two devices that have synchronised with each other. */
async function meet() {
  const carrier = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
  const first = await Device.createFounder();
  const second = await first.invite();
  first.note('one');
  const run = (device: Device, how: Parameters<Device['sync']>[1] = {}) =>
    device.sync(carrier.carrierFor(device.keys.replicaId), how);
  for (const device of [first, second, first, second]) await run(device);
  return { carrier, first, second, run };
}

/** Flips one bit of an artifact and keeps its size. */
function flipBit(artifacts: Map<string, Uint8Array>, name: string): void {
  const bytes = artifacts.get(name) as Uint8Array;
  artifacts.set(
    name,
    bytes.map((byte, at) => (at === bytes.length - 70 ? byte ^ 1 : byte)),
  );
}

const getLastName = (artifacts: Map<string, Uint8Array>) => [...artifacts.keys()].sort().at(-1) as string;
const damageIn = (alerts: readonly Alert[]) =>
  alerts.flatMap(({ code, replica, at }) => (code === 'carrier_damaged' ? [[replica, at?.artifactClass]] : []));

/** Publishes an artifact of the first device, damages it, and lets the second device find the damage. */
async function damage(artifactClass: ArtifactClass, publish: (device: Device) => Promise<unknown>) {
  const met = await meet();
  const { carrier, first, second, run } = met;
  const author = first.keys.replicaId;
  await publish(first);
  await run(first, { snapshot: artifactClass === 'snapshots' });
  const artifacts = carrier.folder(author, artifactClass);
  const before = new Map(artifacts);
  flipBit(artifacts, getLastName(artifacts));
  const report = await run(second);
  const isWhole = () => [...before].every(([name, bytes]) => Buffer.from(artifacts.get(name) ?? []).equals(bytes));
  return { ...met, author, before, artifacts, report, isWhole };
}

describe('a flipped bit in an artifact of the same size', () => {
  test('in a segment: the reader reports damage, and the next run of the author mends it [SYNC-DAMAGE]', async () => {
    const { author, first, second, run, report, isWhole } = await damage('ops', async (device) => device.note('two'));
    expect(damageIn(report.alerts)).toEqual([[author, 'ops']]);
    expect(report.alerts.map(({ code }) => code)).not.toContain('gap');
    expect(second.bodies).toEqual(['one']);
    expect(damageIn((await run(first)).alerts)).toEqual([[author, 'ops']]);
    expect(isWhole()).toBe(true);
    expect((await run(second)).alerts).toEqual([]);
    expect(second.bodies).toEqual(['one', 'two']);
    expect((await run(first)).alerts).toEqual([]);
  });

  test('in a segment before others: no gap is reported, and the author mends it [SYNC-DAMAGE]', async () => {
    const { carrier, first, second, run } = await meet();
    const artifacts = carrier.folder(first.keys.replicaId, 'ops');
    for (const text of ['two', 'three', 'four']) {
      first.note(text);
      await run(first);
    }
    flipBit(artifacts, [...artifacts.keys()].sort()[1] as string);
    expect((await run(second)).alerts).toMatchObject([{ code: 'carrier_damaged', replica: first.keys.replicaId }]);
    await run(first);
    expect((await run(second)).alerts).toEqual([]);
    expect(second.bodies).toEqual(['four', 'one', 'three', 'two']);
  });

  test('in an operation of the control log: the author mends it when another has not taken it over [SYNC-DAMAGE]', async () => {
    const { author, first, second, run, report, isWhole } = await damage('members', (device) => device.mint());
    expect(damageIn(report.alerts)).toEqual([[author, 'members']]);
    await run(first);
    expect(isWhole()).toBe(true);
    expect((await run(second)).alerts).toEqual([]);
  });

  test('in an acknowledgement: the reader reports damage, and the author mends it [SYNC-DAMAGE]', async () => {
    const { author, first, second, run, report, isWhole } = await damage('acks', async (device) => device.note('two'));
    expect(damageIn(report.alerts)).toEqual([[author, 'acks']]);
    await run(first);
    expect(isWhole()).toBe(true);
    expect((await run(second)).alerts).toEqual([]);
  });

  test.each(['recovery', 'snapshots'] as const)(
    'in an artifact of %s that nobody asks for: runs of the author read back and mend it [SYNC-DAMAGE]',
    async (artifactClass) => {
      const { author, first, run, isWhole } = await damage(artifactClass, async (device) => device.note('two'));
      let found: unknown[] = [];
      for (let runs = 0; runs < 8 && found.length === 0; runs += 1) found = damageIn((await run(first)).alerts);
      expect(found).toEqual([[author, artifactClass]]);
      expect(isWhole()).toBe(true);
    },
  );

  test('in a checkpoint: the reader reports damage [SYNC-DAMAGE]', async () => {
    const { author, report } = await damage('snapshots', async (device) => device.note('two'));
    expect(damageIn(report.alerts)).toEqual([[author, 'snapshots']]);
  });

  test('in a part of a checkpoint: the reader reports damage, and reading back mends it [SYNC-DAMAGE]', async () => {
    const { carrier, first, second, run } = await meet();
    const author = first.keys.replicaId;
    await run(first, { snapshot: true });
    const artifacts = carrier.folder(author, 'snapshots');
    flipBit(artifacts, [...artifacts.keys()].sort()[0] as string);
    expect(damageIn((await run(second)).alerts)).toEqual([[author, 'snapshots']]);
    await first.verify(carrier.carrierFor(author));
    expect(await run(second)).toMatchObject({ alerts: [], counts: { checkpointsVerified: 1 } });
  });

  test('in an attachment: the reader reports damage, and reading back by the author mends it [SYNC-DAMAGE]', async () => {
    const bytes = Buffer.alloc(CHUNK_LENGTH + 5, 'attachment');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { author, carrier, first, second, run, report } = await damage('blobs', async (device) => {
      device.store.state.blobs.set(sha256, bytes);
      const about = { sha256, size: bytes.length, mime: 'text/plain', filename: 'a.txt', created: 0 };
      device.append({ op: 'res.create', resource: 'res_1', ...about });
    });
    expect(damageIn(report.alerts)).toEqual([[author, 'blobs']]);
    expect(second.store.state.blobs.has(sha256)).toBe(false);
    await first.verify(carrier.carrierFor(author));
    expect((await run(second)).alerts).toEqual([]);
    expect(second.store.state.blobs.has(sha256)).toBe(true);
  });

  test('in a long text: the reader reports damage, and reading back by the author mends it [SYNC-DAMAGE]', async () => {
    const body = 'a long line of text\n'.repeat(40_000);
    const sha256 = createHash('sha256').update(body).digest('hex');
    const { author, carrier, first, second, run, report } = await damage('blobs', async (device) => {
      device.store.state.blobs.set(sha256, Buffer.from(body));
      const body_ref = { sha256, size: body.length, chunks: 1 };
      device.append({ op: 'doc.create', doc: 'doc_long', created: 0, file_name: null });
      device.append({ op: 'doc.write', doc: 'doc_long', rev: 'rev_long', parents: [], title: 'long', body_ref });
    });
    expect(damageIn(report.alerts)).toEqual([[author, 'blobs']]);
    await first.verify(carrier.carrierFor(author));
    expect((await run(second)).alerts).toEqual([]);
    expect(second.bodies).toContain(body);
  });
});

test('a damaged segment in a verified checkpoint does not hold up a reader [SYNC-DAMAGE]', async () => {
  const { carrier, first, second, run } = await meet();
  const third = await first.invite();
  for (const device of [first, third, first, second]) await run(device);
  for (const text of ['two', 'three']) {
    first.note(text);
    await run(first);
  }
  const artifacts = carrier.folder(first.keys.replicaId, 'ops');
  await run(third);
  await run(third, { snapshot: true });
  for (const device of [first, third]) await run(device);
  flipBit(artifacts, [...artifacts.keys()].sort()[1] as string);
  await run(second);
  expect(second.bodies).toEqual(['one', 'three', 'two']);
});

test('a run reads back a bounded number of its own artifacts [SYNC-DAMAGE]', async () => {
  const { carrier, first, run } = await meet();
  const lost = await first.invite();
  for (let at = 0; at < 60; at += 1) {
    first.note(`note ${at}`);
    await run(first);
  }
  expect(lost.bodies).toEqual([]);
  const own = carrier.carrierFor(first.keys.replicaId);
  let reads = 0;
  const get: typeof own.get = (namespace, ...rest) => {
    if (namespace === first.keys.replicaId) reads += 1;
    return own.get(namespace, ...rest);
  };
  await first.sync({ ...own, get });
  expect(reads).toBeLessThan(48);
});
