import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CHUNK_LENGTH } from '../../src/index.js';
import type { RunPhase } from '../../src/run/index.js';
import { MemoryCarrier } from '../../src/testing/index.js';
import { DATABASE, Device } from './devices.js';

/** Creates two synchronised devices with an attachment and a text in blobs. */
async function createDevices() {
  const carrier = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
  const first = await Device.createFounder();
  const second = await first.invite();
  const bytes = Buffer.alloc(CHUNK_LENGTH + 5, 'attachment');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  first.store.state.blobs.set(sha256, bytes);
  const about = { sha256, size: bytes.length, mime: 'text/plain', filename: 'a.txt', created: 0 };
  first.append({ op: 'res.create', resource: 'res_1', ...about });
  first.note('one');
  const of = (device: Device) => carrier.carrierFor(device.keys.replicaId);
  for (const device of [first, second, first]) await device.sync(of(device));
  return { carrier, first, second, of, blob: { sha256, size: bytes.length, chunks: 2 } };
}

const images = ({ folders }: MemoryCarrier) =>
  JSON.stringify(
    [...folders].map(([place, names]) => [place, [...names].map(([name, bytes]) => [name, bytes.length])]),
  );

test('reading back an undamaged carrier reports no damage and changes nothing [SYNC-VERIFY]', async () => {
  const { carrier, first, second, of, blob } = await createDevices();
  const before = images(carrier);
  for (const device of [first, second]) {
    const check = await device.verify(of(device));
    expect(check).toMatchObject({ damaged: [], missing: 0, unread: 0, carrierId: `car_${'0'.repeat(26)}` });
    expect(check.sound).toBe([...carrier.folders.values()].reduce((sum, names) => sum + names.size, 0));
    expect([check.holds(blob), check.holds({ ...blob, chunks: 3 })]).toEqual([true, false]);
  }
  expect(images(carrier)).toBe(before);
});

const alter = (bytes: Uint8Array) => bytes.map((byte, at) => (at === bytes.length - 70 ? byte ^ 1 : byte));

test('reading back reports each altered artifact, and a device that has its content puts it again [SYNC-VERIFY]', async () => {
  const { carrier, first, second, of, blob } = await createDevices();
  let places = 0;
  for (const [place, names] of [...carrier.folders])
    for (const [name, bytes] of [...names]) {
      places += 1;
      const [namespace = '', artifactClass] = place.split('/');
      const isOwn = namespace === second.keys.replicaId;
      const damage = { namespace, artifactClass, name, problem: 'digest' };
      names.set(name, alter(bytes));
      const check = await second.verify(of(second));
      expect(check.damaged).toEqual([damage]);
      // The check describes the carrier before the repair, which puts a further copy.
      expect(check.holds(blob)).toBe(artifactClass !== 'blobs' || isOwn);
      // The second device has the bytes of the attachment and puts its own copy.
      const isMended = isOwn || artifactClass === 'blobs';
      expect(check.repaired).toBe(Number(isMended));
      expect(check.alerts.map(({ code, replica }) => [code, replica])).toEqual(
        isMended ? [] : [['carrier_damaged', namespace]],
      );
      expect([...second.store.state.alerts.values()].flat()).toEqual(check.alerts);
      if (isOwn)
        expect(names.has(name) && Buffer.from(names.get(name) ?? []).equals(bytes)).toBe(artifactClass !== 'blobs');
      // The author puts the artifact again: unchanged, or newly encrypted for an attachment.
      const { repaired } = await first.verify(of(first));
      expect(repaired).toBe(Number(!isOwn));
      const after = await second.verify(of(second));
      expect(after).toMatchObject({ damaged: [], missing: 0, repaired: 0, alerts: [] });
      expect(after.holds(blob)).toBe(true);
    }
  expect(places).toBeGreaterThan(6);
  expect((await second.sync(of(second))).alerts).toEqual([]);
});

test('reading back counts missing own artifacts and puts them again [SYNC-VERIFY]', async () => {
  const { carrier, first, second, of } = await createDevices();
  const own = carrier.folders.get(`${first.keys.replicaId}/acks`);
  const [name] = own?.keys() ?? [];
  const get = async () => null;
  expect((await second.verify({ ...of(second), get })).damaged).toContainEqual({
    ...{ namespace: first.keys.replicaId, artifactClass: 'acks', name },
    problem: 'digest',
  });
  const before = images(carrier);
  carrier.folders.get(`${first.keys.replicaId}/ops`)?.clear();
  expect(await second.verify(of(second))).toMatchObject({ damaged: [], missing: 0, repaired: 0 });
  expect(await first.verify(of(first))).toMatchObject({ damaged: [], missing: 1, repaired: 1 });
  expect(JSON.parse(images(carrier)).sort()).toEqual(JSON.parse(before).sort());
});

test('reading back counts missing chunks of attachments and puts them again, but no new ones [SYNC-VERIFY]', async () => {
  const { carrier, first, of, blob } = await createDevices();
  const own = carrier.folders.get(`${first.keys.replicaId}/blobs`) as Map<string, Uint8Array>;
  const before = own.size;
  own.delete([...own.keys()][0] as string);
  const bytes = Buffer.from('new');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  first.store.state.blobs.set(sha256, bytes);
  const about = { sha256, size: bytes.length, mime: 'text/plain', filename: 'b.txt', created: 0 };
  first.append({ op: 'res.create', resource: 'res_2', ...about });
  expect(await first.verify(of(first))).toMatchObject({ damaged: [], missing: 1, repaired: 1 });
  expect(own.size).toBe(before + 1);
  const after = await first.verify(of(first));
  expect(after).toMatchObject({ damaged: [], missing: 0, repaired: 0 });
  expect(after.holds(blob)).toBe(true);
});

test('a replica with a restored library reports damage and repairs nothing [SYNC-VERIFY] [SYNC-OWN-STATE]', async () => {
  const { carrier, first, of } = await createDevices();
  const image = first.store.snapshot();
  first.note('two');
  await first.sync(of(first));
  first.store.state = image;
  for (const [place, names] of carrier.folders)
    if (place.startsWith(first.keys.replicaId)) for (const [name, bytes] of [...names]) names.set(name, alter(bytes));
  const before = images(carrier);
  const { damaged, repaired, alerts } = await first.verify(of(first));
  expect([damaged.length > 4, repaired, alerts.length]).toEqual([true, 0, 1]);
  expect(images(carrier)).toBe(before);
});

test('any run puts truncated own artifacts again [SYNC-VERIFY]', async () => {
  const { carrier, first, second, of, blob } = await createDevices();
  const isOwn = ([place, { size }]: [string, Map<string, Uint8Array>]) =>
    place.startsWith(first.keys.replicaId) && size > 0;
  const own = [...carrier.folders].filter(isOwn);
  expect(own.length).toBeGreaterThan(4);
  for (const [place, names] of own) {
    const whole = new Map(names);
    for (const [name, bytes] of whole) names.set(name, bytes.slice(0, bytes.length - 1));
    const { alerts } = await first.sync(of(first));
    if (place.endsWith('blobs')) {
      // The chunk is encrypted again, and the truncated artifacts are removed.
      expect([...names.keys()].some((name) => whole.has(name))).toBe(false);
      expect(names.size).toBe(whole.size);
    } else {
      expect(alerts).toContainEqual(
        expect.objectContaining({ code: 'carrier_damaged', replica: first.keys.replicaId }),
      );
      for (const [name, bytes] of whole) expect(Buffer.from(names.get(name) ?? []).equals(bytes), place).toBe(true);
    }
    expect((await first.sync(of(first))).alerts).toEqual([]);
  }
  const check = await second.verify(of(second));
  expect(check).toMatchObject({ damaged: [], missing: 0 });
  expect(check.holds(blob)).toBe(true);
});

test('a device that has the content puts a damaged long text of another device again [SYNC-VERIFY]', async () => {
  const { carrier, first, second, of } = await createDevices();
  const body = 'a long line of text\n'.repeat(40_000);
  const sha256 = createHash('sha256').update(body).digest('hex');
  first.store.state.blobs.set(sha256, Buffer.from(body));
  const body_ref = { sha256, size: body.length, chunks: 1 };
  first.append({ op: 'doc.write', doc: 'doc_long', rev: 'rev_long', parents: [], title: 'long', body_ref });
  for (const device of [first, second]) await device.sync(of(device));
  const names = carrier.folders.get(`${first.keys.replicaId}/blobs`) as Map<string, Uint8Array>;
  for (const [name, bytes] of [...names]) names.set(name, alter(bytes));
  expect(await second.verify(of(second))).toMatchObject({ repaired: names.size, alerts: [] });
  const third = await first.invite();
  await first.sync(of(first));
  await third.sync(of(third));
  expect(third.store.state.blobs.has(sha256)).toBe(true);
});

test('a run for attachments fetches them, publishes nothing, and reports progress for each artifact [SYNC-VERIFY]', async () => {
  const { carrier, first, of, blob } = await createDevices();
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

test('damage in artifacts of a retired device that no reader needs is set aside [SYNC-VERIFY]', async () => {
  const { carrier, first, second, of } = await createDevices();
  const third = await first.invite();
  const bytes = Buffer.from('of the third');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  third.store.state.blobs.set(sha256, bytes);
  const about = { sha256, size: bytes.length, mime: 'text/plain', filename: 'b.txt', created: 0 };
  third.append({ op: 'res.create', resource: 'res_2', ...about });
  await third.mint();
  const all = [first, third, second, first, second, third];
  for (const device of all) await device.sync(of(device));
  const replica_id = third.keys.replicaId;
  const verifyWithDamage = async (artifactClass: string) => {
    const names = carrier.folder(replica_id, artifactClass as 'ops');
    const [[name, sound]] = [...names] as [[string, Uint8Array]];
    names.set(name, alter(sound));
    const { damaged, setAside, repaired, alerts } = await second.verify(of(second));
    names.set(name, sound);
    return [damaged.length, setAside.length, repaired, alerts.length];
  };
  expect(await verifyWithDamage('ops')).toEqual([1, 0, 0, 1]);
  await first.decide({ kind: 'member.retire', replica_id, final: null });
  await first.mint();
  for (const device of [first, second, first]) await device.sync(of(device));
  // A new device would need the segment.
  expect(await verifyWithDamage('ops')).toEqual([1, 0, 0, 1]);
  expect(await verifyWithDamage('acks')).toEqual([0, 1, 0, 0]);
  await first.sync(of(first), { snapshot: true });
  for (const device of [second, first, second]) await device.sync(of(device));
  expect(await verifyWithDamage('ops')).toEqual([0, 1, 0, 0]);
  expect(await verifyWithDamage('members')).toEqual([1, 0, 0, 1]);
  // The content is put once under another namespace.
  expect(await verifyWithDamage('blobs')).toEqual([1, 0, 1, 0]);
  expect(await verifyWithDamage('blobs')).toEqual([0, 1, 0, 0]);
});
