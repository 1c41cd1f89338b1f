import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Carrier, CarrierError } from '../../src/carrier/index.js';
import { createDirectoryCarrier, DirectoryCarrier } from '../../src/node/index.js';
import type { AlertCode, RunReport } from '../../src/run/index.js';
import { MemoryCarrier, moveToNewId } from '../../src/testing/index.js';
import { createTestFolder } from '../carrier/folders.js';
import { DATABASE, Device } from './devices.js';

const carrierOfTest = (letter = '0') =>
  new MemoryCarrier({ carrierId: `car_${letter.repeat(26)}`, databaseId: DATABASE });

const codes = ({ alerts }: RunReport): AlertCode[] => alerts.map(({ code }) => code);

/** Creates two devices of one group with a note each. */
async function pair(carrier = carrierOfTest()) {
  const first = await Device.createFounder();
  const second = await first.invite();
  const meet = async () => {
    for (let round = 0; round < 2; round += 1)
      for (const device of [first, second]) await device.sync(carrier.carrierFor(device.keys.replicaId));
  };
  first.note('of the first');
  second.note('of the second');
  await meet();
  return { first, second, carrier, meet, of: (device: Device) => carrier.carrierFor(device.keys.replicaId) };
}

describe('a run', () => {
  test('exchanges notes, long texts and attachments over a folder, and then transfers nothing more', async () => {
    const root = await createTestFolder();
    await createDirectoryCarrier(root, DATABASE);
    const first = await Device.createFounder();
    const second = await first.invite();
    const over = (device: Device) => new DirectoryCarrier(root, { replicaId: device.keys.replicaId });
    const { doc, rev } = first.note('short');
    const long = Buffer.alloc(1_500_000, 'long ');
    const [sha256, size] = [createHash('sha256').update(long).digest('hex'), long.length];
    first.store.state.blobs.set(sha256, long);
    const text = { sha256, size, chunks: 2 };
    first.append({ op: 'doc.write', doc, rev: `${rev}x`, parents: [rev], title: 'A note', body_ref: text });
    const about = { sha256, size, mime: 'text/plain', filename: 'long.txt', created: 0 };
    first.append({ op: 'res.create', resource: 'res_1', ...about });
    second.note('other');

    await first.sync(over(first));
    const report = await second.sync(over(second));
    expect(report).toMatchObject({ published: true, alerts: [], counts: { segmentsIn: 1, operationsIn: 4 } });
    await first.sync(over(first));
    expect(first.bodies).toEqual([long.toString(), 'other']);
    expect(second.bodies).toEqual(first.bodies);
    expect(second.store.state.blobs.has(sha256)).toBe(true);
    await second.sync(over(second));
    for (const device of [first, second]) expect((await device.sync(over(device))).counts.bytesOut).toBe(0);
  });

  test('transfers 150 attachments', async () => {
    const { first, second, of } = await pair();
    const many = Array.from({ length: 150 }, (_, n) => Buffer.from(`attachment ${n}`));
    for (const [n, bytes] of many.entries()) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      first.store.state.blobs.set(sha256, bytes);
      const about = { sha256, size: bytes.length, mime: 'text/plain', filename: `${n}.txt`, created: 0 };
      first.append({ op: 'res.create', resource: `res_${n}`, ...about });
    }
    expect((await first.sync(of(first))).counts.blobsOut).toBe(many.length);
    expect((await second.sync(of(second))).counts.blobsIn).toBe(many.length);
    expect([...second.store.state.blobs.keys()].sort()).toEqual([...first.store.state.blobs.keys()].sort());
  });

  test('reads an option that is undefined as its default', async () => {
    const { first, second, of } = await pair();
    const bytes = Buffer.from('attachment');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    first.store.state.blobs.set(sha256, bytes);
    const about = { sha256, size: bytes.length, mime: 'text/plain', filename: 'a.txt', created: 0 };
    first.append({ op: 'res.create', resource: 'res_1', ...about });
    const unset = { cipher: undefined, mergeVersions: undefined, kind: undefined, signal: undefined };
    expect((await first.sync(of(first), unset)).counts.blobsOut).toBe(1);
    expect((await second.sync(of(second), unset)).counts.blobsIn).toBe(1);
  });

  test('over a carrier of another library is refused and changes nothing', async () => {
    const { first, of } = await pair();
    const other = new MemoryCarrier({ carrierId: `car_${'9'.repeat(26)}`, databaseId: `db_${'9'.repeat(26)}` });
    await expect(first.sync(other.carrierFor(first.keys.replicaId))).rejects.toMatchObject({ code: 'refused' });
    expect(other.folders.size).toBe(0);
    expect(codes(await first.sync(of(first)))).toEqual([]);
  });

  test('that is stopped keeps its work, and the next run resumes', async () => {
    const { first, second, of } = await pair();
    for (const word of ['one', 'two', 'three']) first.note(word);
    const signal = AbortSignal.abort(new Error('stopped'));
    const stopped = first.sync({ ...of(first), put: async () => signal.throwIfAborted() });
    await expect(stopped).rejects.toThrow('stopped');
    await first.sync(of(first));
    await second.sync(of(second));
    expect(second.bodies).toEqual(first.bodies);
  });
});

describe('a carrier that', () => {
  test('was emptied deletes nothing and is filled again [SYNC-ABSENCE]', async () => {
    const { first, second, carrier, of } = await pair();
    const before = first.bodies;
    carrier.folders.clear();
    expect(codes(await first.sync(of(first)))).toContain('carrier_rolled_back');
    await second.sync(of(second));
    expect(first.bodies).toEqual(before);
    expect(second.bodies).toEqual(before);
    const third = await first.invite();
    for (const device of [first, second, third]) await device.sync(of(device));
    expect(third.bodies).toEqual(before);
  });

  test('lost a text before the operation that references it receives the text again', async () => {
    const { first, second, carrier, of } = await pair();
    const text = Buffer.from('in blobs');
    const sha256 = createHash('sha256').update(text).digest('hex');
    first.store.state.blobs.set(sha256, text);
    const { doc, rev } = first.note('in line');
    const body_ref = { sha256, size: text.length, chunks: 1 };
    first.append({ op: 'doc.write', doc, rev: `${rev}x`, parents: [rev], title: 'A note', body_ref });
    const over = of(first);
    const full = new CarrierError('full', 'planted');
    const failing: Carrier = {
      ...over,
      put: (artifactClass, name, bytes) =>
        artifactClass === 'ops' ? Promise.reject(full) : over.put(artifactClass, name, bytes),
    };
    await expect(first.sync(failing)).rejects.toBe(full);
    expect(carrier.folder(first.keys.replicaId, 'blobs').size).toBe(1);
    carrier.folder(first.keys.replicaId, 'blobs').clear();
    await first.sync(over);
    await second.sync(of(second));
    expect(second.bodies).toContain('in blobs');
  });

  test('was restored to an earlier state raises carrier_rolled_back on a device that saw more', async () => {
    const { first, second, carrier, of } = await pair();
    first.note('later');
    const before = carrier.copy();
    await first.sync(of(first));
    await second.sync(of(second));
    const report = await second.sync(before.carrierFor(second.keys.replicaId));
    expect(report.alerts).toContainEqual({ code: 'carrier_rolled_back', replica: first.keys.replicaId });
    expect(second.bodies).toContain('later');
  });

  test('lost nothing is not said to have when a run ended while it removed acknowledgements', async () => {
    const { first, carrier, of } = await pair();
    const over = of(first);
    const ended = new Error('The process ended');
    const ending: Carrier = {
      ...over,
      async remove(artifactClass, name) {
        await over.remove(artifactClass, name);
        if (artifactClass === 'acks') throw ended;
      },
    };
    first.note('later');
    await expect(first.sync(ending)).rejects.toBe(ended);
    expect((await first.sync(over)).alerts).toEqual([]);
    expect(carrier.folder(first.keys.replicaId, 'acks').size).toBe(2);
  });

  test('lost nothing is not said to have when another one has newer acknowledgements', async () => {
    const { first, second, of } = await pair();
    const other = carrierOfTest('1');
    for (const text of ['second', 'third', 'fourth']) {
      first.note(text);
      await first.sync(other.carrierFor(first.keys.replicaId));
    }
    await second.sync(other.carrierFor(second.keys.replicaId));
    expect((await second.sync(of(second))).alerts).toEqual([]);
  });

  test('is new receives everything', async () => {
    const { first, second } = await pair();
    const other = carrierOfTest('7');
    for (const device of [first, second]) await device.sync(other.carrierFor(device.keys.replicaId));
    const third = await first.invite();
    for (const device of [first, third]) await device.sync(other.carrierFor(device.keys.replicaId));
    expect(third.bodies).toEqual(first.bodies);
  });

  test('lacks a segment between others makes later ones wait with alert gap', async () => {
    const { first, second, carrier, of } = await pair();
    for (const word of ['one', 'two']) {
      first.note(word);
      await first.sync(of(first));
    }
    const folder = carrier.folder(first.keys.replicaId, 'ops');
    const [, missing] = [...folder].sort();
    folder.delete(missing?.[0] ?? '');
    expect(codes(await second.sync(of(second)))).toContain('gap');
    expect(second.bodies).not.toContain('two');
    await first.sync(of(first));
    expect(codes(await second.sync(of(second)))).toEqual([]);
    expect(second.bodies).toEqual(first.bodies);
  });

  test('holds foreign and altered artifacts raises alerts, and valid segments still apply', async () => {
    const { first, second, carrier, of } = await pair();
    const [[name, bytes]] = [...carrier.folder(first.keys.replicaId, 'ops')] as [[string, Uint8Array]];
    const stranger = `rep_${'5'.repeat(26)}`;
    carrier.folder(stranger, 'ops').set(name, bytes);
    const altered = bytes.slice();
    altered[100] = (altered[100] ?? 0) ^ 1;
    const digest = createHash('sha256').update(altered).digest('hex').slice(0, 32);
    carrier.folder(first.keys.replicaId, 'ops').set(`${'0'.repeat(15)}2-${digest}`, altered);
    first.note('after all');
    await first.sync(of(first));
    const report = await second.sync(of(second));
    expect(codes(report)).toContain('unknown_replica');
    expect(codes(report)).toContain('quarantined');
    expect(second.bodies).toContain('after all');
  });
});

describe('a library that', () => {
  test('was restored to an earlier state publishes nothing under its old id [SYNC-OWN-STATE]', async () => {
    const { first, second, carrier, of } = await pair();
    const image = first.store.snapshot();
    first.note('before it was put back');
    await first.sync(of(first));
    first.store.state = image;
    first.note('after it was put back');
    const put = [...carrier.folder(first.keys.replicaId, 'ops').keys()];
    const report = await first.sync(of(first));
    expect(report.published).toBe(false);
    expect(report.diverged).toMatchObject({ index: 1, seq: 2 });
    expect(codes(report)).toEqual(['replica_rolled_back']);
    expect([...carrier.folder(first.keys.replicaId, 'ops').keys()]).toEqual(put);
    expect(first.bodies).toContain('after it was put back');
    await second.sync(of(second));
    expect(second.bodies).toContain('before it was put back');
  });

  test('was restored is detected by the acknowledgement of another member when the carrier lost the artifacts', async () => {
    const { first, second, carrier, of } = await pair();
    const [image, keys] = [first.store.snapshot(), await first.twin(first.store.snapshot())];
    first.note('before it was put back');
    await first.sync(of(first));
    await second.sync(of(second));
    const space = carrier.folders.keys();
    for (const place of [...space]) if (place.startsWith(`${first.keys.replicaId}/`)) carrier.folders.delete(place);
    expect(image.log.size).toBe(2);
    keys.note('after it was put back');
    const report = await keys.sync(of(first));
    expect(report).toMatchObject({ published: false, diverged: { index: 1, seq: 2 } });
    expect(carrier.folder(first.keys.replicaId, 'ops').size).toBe(0);
  });

  test('was restored reports operations as diverged that it encrypted and never published', async () => {
    const { first, carrier, of } = await pair();
    const full = new CarrierError('full', 'planted');
    first.note('sealed, and never put');
    const over = of(first);
    await expect(first.sync({ ...over, put: () => Promise.reject(full) })).rejects.toBe(full);
    const twin = await first.twin(first.store.snapshot());
    await first.keys.raiseHighWater('acks', { index: 90, sha256: 'f'.repeat(64) });
    expect((await first.sync(of(first))).diverged).toMatchObject({ index: 1, seq: 2 });
    expect(carrier.folder(first.keys.replicaId, 'ops').size).toBe(1);
    expect((await twin.sync(of(twin))).diverged).toBeNull();
  });

  test('was copied is detected by the artifacts of the other copy', async () => {
    const { first, of } = await pair();
    const twin = await first.twin(first.store.snapshot());
    first.note('by the one');
    await first.sync(of(first));
    expect(codes(await twin.sync(of(first)))).toEqual(['replica_rolled_back']);
    expect((await twin.sync(carrierOfTest('8').carrierFor(first.keys.replicaId))).published).toBe(false);
  });

  test('was replaced by one that published as much elsewhere is detected by the digest that was published last [SYNC-OWN-STATE]', async () => {
    const { first, of } = await pair();
    const twin = await first.twin(first.store.snapshot());
    first.note('by the one');
    await first.sync(of(first));
    twin.note('by the other');
    expect((await twin.sync(carrierOfTest('8').carrierFor(first.keys.replicaId))).published).toBe(true);
    first.store.state = twin.store.snapshot();
    expect((await first.sync(carrierOfTest('9').carrierFor(first.keys.replicaId))).published).toBe(false);
  });
});

test('a restored device sends no revision again under its new id, although it waits for nothing [SYNC-REAUTHOR]', async () => {
  const { first, second, of, meet } = await pair();
  const { doc, rev } = first.note('one');
  const edit = (device: Device, id: string, parent: string, body: string) =>
    device.append({ op: 'doc.write', doc, rev: id, parents: [parent], title: 'A note', body });
  await meet();
  edit(second, `${rev}2`, rev, 'two');
  const image = second.store.snapshot();
  await meet();
  edit(first, `${rev}3`, `${rev}2`, 'three');
  const renewed = await first.invite();
  await meet();
  for (const [key, record] of renewed.store.state.control) image.control.set(key, record);
  moveToNewId(image, renewed.keys.replicaId);
  renewed.store.state = image;
  const artifact = { artifactClass: 'acks', index: 1, name: '', sha256: '', bytes: new Uint8Array(0) } as const;
  expect(await renewed.store.keepArtifact(artifact)).toBe(false);
  expect(await renewed.sync(of(renewed))).toMatchObject({ published: true, counts: { operationsOut: 1 } });
  const sent = image.log.get(renewed.keys.replicaId)?.map(({ operation }) => operation);
  expect(sent).toMatchObject([{ op: 'doc.tag_remove', doc, dots: [] }]);
  await meet();
  for (const { bodies } of [first, second, renewed]) expect(bodies).toEqual(['of the first', 'of the second', 'three']);
});

test('neither of two diverging segments is applied, until a retirement names the final one [SYNC-FORK]', async () => {
  const { first, second, carrier, of } = await pair();
  const twin = await first.twin(first.store.snapshot());
  const elsewhere = carrier.copy();
  first.note('one story');
  await first.sync(of(first));
  first.note('one story, further');
  await first.sync(of(first));
  twin.note('another story');
  await twin.sync(elsewhere.carrierFor(first.keys.replicaId));
  const ops = carrier.folder(first.keys.replicaId, 'ops');
  for (const [name, bytes] of elsewhere.folder(first.keys.replicaId, 'ops')) ops.set(name, bytes);
  const report = await second.sync(of(second));
  expect(codes(report)).toContain('fork');
  expect(second.bodies).toEqual(['of the first', 'of the second']);
  expect(codes(await second.sync(of(second)))).toContain('fork');

  const [[name, bytes] = ['', new Uint8Array(0)]] = [...ops].filter(([each]) => each.startsWith('0000000000000003'));
  const final = { index: 3, sha256: createHash('sha256').update(bytes).digest('hex') };
  expect(final.sha256.startsWith(name.slice(17))).toBe(true);
  await second.decide({ kind: 'member.retire', replica_id: first.keys.replicaId, final });
  expect(codes(await second.sync(of(second)))).toEqual([]);
  expect(second.bodies).toEqual(['of the first', 'of the second', 'one story', 'one story, further']);
});

test('a device that joins later does not take the history that a retirement excludes [SYNC-FORK]', async () => {
  const { first, second, carrier, of } = await pair();
  const lost = first.keys.replicaId;
  const twin = await first.twin(first.store.snapshot());
  const elsewhere = carrier.copy();
  first.note('one story');
  await first.sync(of(first));
  await second.sync(of(second));
  twin.note('another story');
  await twin.sync(elsewhere.carrierFor(lost));
  const { index, digest } = (await second.store.authors()).get(lost) ?? { index: 0, digest: null };
  await second.decide({ kind: 'member.retire', replica_id: lost, final: { index, sha256: digest as string } });
  await second.sync(of(second));
  const third = await second.invite();
  await second.sync(of(second));
  // The carrier was restored together with the library of the first device, which published again.
  const ops = carrier.folder(lost, 'ops');
  ops.clear();
  for (const [name, bytes] of elsewhere.folder(lost, 'ops')) ops.set(name, bytes);
  expect(codes(await third.sync(of(third)))).toEqual(['gap']);
  expect(third.bodies).not.toContain('another story');
});

test('a device with the history that a retirement excludes does not report checkpoints of others as faulty, nor of retired devices [SYNC-FORK]', async () => {
  const { first, second, carrier, of, meet } = await pair();
  const third = await first.invite();
  await meet();
  await third.sync(of(third));
  await meet();
  const lost = first.keys.replicaId;
  const twin = await first.twin(first.store.snapshot());
  const elsewhere = carrier.copy();
  first.note('one story');
  await first.sync(of(first));
  await second.sync(of(second));
  twin.note('another story');
  await twin.sync(elsewhere.carrierFor(lost));
  await third.sync(elsewhere.carrierFor(third.keys.replicaId));
  expect(third.bodies).toContain('another story');
  const { index, digest } = (await second.store.authors()).get(lost) ?? { index: 0, digest: null };
  await second.decide({ kind: 'member.retire', replica_id: lost, final: { index, sha256: digest as string } });
  await second.sync(of(second), { snapshot: true });
  await third.sync(of(third), { snapshot: true });
  for (const device of [second, third]) {
    const { alerts } = await device.sync(of(device));
    expect(alerts).toEqual([{ code: 'fork', replica: lost }]);
  }
  await second.decide({ kind: 'member.retire', replica_id: third.keys.replicaId, final: null });
  await second.sync(of(second));
  expect(codes(await second.sync(of(second)))).toEqual([]);
});

test('two histories of one replica are reported as a fork alone, although they are equally long [SYNC-FORK]', async () => {
  const { first, second, carrier, of } = await pair();
  const third = await first.invite();
  await first.sync(of(first));
  const twin = await first.twin(first.store.snapshot());
  const elsewhere = carrier.copy();
  first.note('one story');
  await first.sync(of(first));
  await second.sync(of(second));
  twin.note('another story');
  await twin.sync(elsewhere.carrierFor(first.keys.replicaId));
  await third.sync(elsewhere.carrierFor(third.keys.replicaId));
  // The third device saw the other story, and as many operations as the second one.
  for (const [name, bytes] of elsewhere.folder(third.keys.replicaId, 'acks'))
    carrier.folder(third.keys.replicaId, 'acks').set(name, bytes);
  expect(codes(await second.sync(of(second)))).toEqual(['fork']);
});

test('a run does not create the folder of a missing carrier', async () => {
  const root = await createTestFolder();
  const device = await Device.createFounder();
  await rm(root, { recursive: true });
  await expect(
    device.sync(new DirectoryCarrier(join(root), { replicaId: device.keys.replicaId })),
  ).rejects.toMatchObject({ code: 'not_a_carrier' });
});

test('a new device recovers a library from a carrier and the recovery code alone [SYNC-RECOVERY-CODE]', async () => {
  const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
  const carrier = carrierOfTest();
  const over = (device: Device) => carrier.carrierFor(device.keys.replicaId);
  const lost = await Device.createFounder(secret);
  lost.note('before it was lost');
  const other = await lost.invite();
  for (const device of [lost, other]) await device.sync(over(device));
  other.note('by the other');
  await other.mint();
  await other.sync(over(other));

  const recovered = await Device.recover(secret, carrier.carrierFor('rep_nobody'));
  const { published } = await recovered.sync(over(recovered));
  expect(published).toBe(true);
  expect(recovered.bodies).toEqual(['before it was lost', 'by the other']);
  recovered.note('afterwards');
  await recovered.sync(over(recovered));
  await other.sync(over(other));
  expect(other.bodies).toContain('afterwards');
});
