import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CHUNK_LENGTH, type RunPhase } from '../../src/index.js';
import { MemoryCarrier } from '../../src/testing/index.js';
import { DATABASE, Device } from './devices.js';

/** Two devices that have met, an attachment, and a text in blobs. */
async function met() {
  const carrier = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
  const first = await Device.found();
  const second = await first.invite();
  const bytes = Buffer.alloc(CHUNK_LENGTH + 5, 'attachment');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  first.store.state.blobs.set(sha256, bytes);
  const about = { sha256, size: bytes.length, mime: 'text/plain', filename: 'a.txt', created: 0 };
  first.say({ op: 'res.create', resource: 'res_1', ...about });
  first.note('one');
  const of = (device: Device) => carrier.of(device.keys.replicaId);
  for (const device of [first, second, first]) await device.sync(of(device));
  return { carrier, first, second, of, blob: { sha256, size: bytes.length, chunks: 2 } };
}

const images = ({ folders }: MemoryCarrier) =>
  JSON.stringify(
    [...folders].map(([place, names]) => [place, [...names].map(([name, bytes]) => [name, bytes.length])]),
  );

test('a carrier is read back without a change, and found whole [SYNC-VERIFY]', async () => {
  const { carrier, first, second, of, blob } = await met();
  const before = images(carrier);
  for (const device of [first, second]) {
    const check = await device.verify(of(device));
    expect(check).toMatchObject({ damaged: [], missing: 0, unread: 0, carrierId: `car_${'0'.repeat(26)}` });
    expect(check.sound).toBe([...carrier.folders.values()].reduce((sum, names) => sum + names.size, 0));
    expect([check.holds(blob), check.holds({ ...blob, chunks: 3 })]).toEqual([true, false]);
  }
  expect(images(carrier)).toBe(before);
});

test('each artifact that is altered or exchanged is named, one of its own that is gone is counted [SYNC-VERIFY]', async () => {
  const { carrier, first, second, of, blob } = await met();
  let places = 0;
  for (const [place, names] of carrier.folders)
    for (const [name, bytes] of [...names]) {
      places += 1;
      const [namespace, artifactClass] = place.split('/');
      names.set(
        name,
        bytes.map((byte, at) => (at === bytes.length - 70 ? byte ^ 1 : byte)),
      );
      const check = await second.verify(of(second));
      expect(check.damaged).toEqual([{ namespace, artifactClass, name, problem: 'digest' }]);
      expect(check.holds(blob)).toBe(artifactClass !== 'blobs');
      names.set(name, bytes);
    }
  expect(places).toBeGreaterThan(6);
  const own = carrier.folders.get(`${first.keys.replicaId}/acks`);
  const [name] = own?.keys() ?? [];
  const get = async () => null;
  expect((await second.verify({ ...of(second), get })).damaged).toContainEqual({
    ...{ namespace: first.keys.replicaId, artifactClass: 'acks', name },
    problem: 'digest',
  });
  const ops = carrier.folders.get(`${first.keys.replicaId}/ops`);
  ops?.clear();
  expect(await first.verify(of(first))).toMatchObject({ damaged: [], missing: 1 });
  expect(await second.verify(of(second))).toMatchObject({ damaged: [], missing: 0 });
});

test('a run for attachments fetches them, publishes nothing, and tells of each artifact [SYNC-VERIFY]', async () => {
  const { carrier, first, of, blob } = await met();
  const third = await first.invite();
  await first.sync(of(first));
  const without = of(third);
  const get: typeof without.get = async (namespace, artifactClass, ...rest) =>
    artifactClass === 'blobs' ? null : without.get(namespace, artifactClass, ...rest);
  await third.sync({ ...without, get });
  expect(third.store.state.blobs.has(blob.sha256)).toBe(false);
  third.note('to be published');
  const before = images(carrier);
  const told: RunPhase[] = [];
  const { counts } = await third.sync(of(third), { kind: 'resources', progress: (phase) => told.push(phase) });
  expect(counts).toMatchObject({ blobsIn: 1, bytesOut: 0, operationsIn: 0 });
  expect(images(carrier)).toBe(before);
  expect(told.filter((phase) => phase === 'fetch_blobs')).toHaveLength(1 + blob.chunks);
});
