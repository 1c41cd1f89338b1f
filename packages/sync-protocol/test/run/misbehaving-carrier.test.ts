import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Carrier, CarrierError } from '../../src/carrier/index.js';
import { createDirectoryCarrier, DirectoryCarrier } from '../../src/node/index.js';
import type { RunPhase } from '../../src/run/index.js';
import { nameArtifact } from '../../src/suites/name-artifact.js';
import { MemoryCarrier } from '../../src/testing/index.js';
import { createTestFolder } from '../carrier/folders.js';
import { DATABASE, Device } from './devices.js';

/** Creates two devices that have synchronised with each other, and returns the carrier of the first one. */
async function meet() {
  const shared = new MemoryCarrier({ carrierId: `car_${'0'.repeat(26)}`, databaseId: DATABASE });
  const first = await Device.createFounder();
  const second = await first.invite();
  first.note('one');
  second.note('two');
  const carrierFor = (device: Device) => shared.carrierFor(device.keys.replicaId);
  for (const device of [first, second, first, second]) await device.sync(carrierFor(device));
  return { shared, first, second, carrierFor, own: carrierFor(first) };
}

const unreachable = () => new CarrierError('unreachable', 'The sync folder cannot be used.');

describe('a listing that lags behind the last artifacts', () => {
  test.each([
    ['lacks them', (last: string) => (name: string) => (name === last ? null : undefined)],
    ['gives a smaller size of them', (last: string) => (name: string) => (name === last ? 0 : undefined)],
  ])('and %s is not reported as a loss or as damage [SYNC-DAMAGE]', async (_, createLag) => {
    const { shared, first, own } = await meet();
    const last = [...shared.folder(first.keys.replicaId, 'ops').keys()].sort().at(-1) as string;
    const getSize = createLag(last);
    const puts: string[] = [];
    const lagging: Carrier = {
      ...own,
      list: async (...asked) => {
        const page = await own.list(...asked);
        const artifacts = page.artifacts.flatMap(({ name, sizeBytes }) => {
          const size = getSize(name);
          return size === null ? [] : [{ name, sizeBytes: size ?? sizeBytes }];
        });
        return { ...page, artifacts };
      },
      put: async (artifactClass, name, bytes) => {
        puts.push(name);
        await own.put(artifactClass, name, bytes);
      },
    };
    expect((await first.sync(lagging)).alerts).toEqual([]);
    expect(puts).toEqual([]);
    shared.folder(first.keys.replicaId, 'ops').delete(last);
    expect((await first.sync(lagging)).alerts).toMatchObject([{ code: 'carrier_rolled_back' }]);
    expect(puts).toContain(last);
  });
});

test('a disk that is disconnected during a run is not reported to lack artifacts [SYNC-ABSENCE]', async () => {
  const { first, second, carrierFor, own } = await meet();
  second.note('three');
  await second.sync(carrierFor(second));
  let isLost = false;
  const lost: Carrier = {
    ...own,
    identity: async () => {
      if (isLost) throw unreachable();
      return await own.identity();
    },
    list: async (...asked) => (isLost ? { artifacts: [], next: null } : await own.list(...asked)),
    get: async (...asked) => {
      const [namespace, artifactClass] = asked;
      isLost ||= namespace === second.keys.replicaId && artifactClass === 'ops';
      return isLost ? null : await own.get(...asked);
    },
  };
  await expect(first.sync(lost)).rejects.toMatchObject({ code: 'unreachable' });
  expect([...first.store.state.alerts.values()].flat()).toEqual([]);
  expect((await first.sync(own)).alerts).toEqual([]);
  expect(first.bodies).toEqual(['one', 'three', 'two']);
});

test('a folder that is disconnected during a run is unreachable, not another folder [SYNC-ABSENCE]', async () => {
  const root = await createTestFolder();
  await createDirectoryCarrier(root, DATABASE);
  const first = await Device.createFounder();
  const carrier = new DirectoryCarrier(root, { replicaId: first.keys.replicaId });
  await first.sync(carrier);
  const { name, bytes } = nameArtifact(1, Buffer.from('of another group'));
  const stranger = (await Device.createFounder()).keys.replicaId;
  await new DirectoryCarrier(root, { replicaId: stranger }).put('ops', name, bytes);
  const disconnect = (phase: RunPhase) => {
    if (phase === 'fetch_blobs') for (const entry of readdirSync(root)) rmSync(join(root, entry), { recursive: true });
  };
  await expect(first.sync(carrier, { progress: disconnect })).rejects.toMatchObject({ code: 'unreachable' });
  expect([...first.store.state.alerts.values()].flat()).toEqual([]);
});

test('a carrier that removes nothing for now stops neither a run nor later removals', async () => {
  const { shared, first, second, carrierFor, own } = await meet();
  const keeping: Carrier = {
    ...own,
    remove: async () => {
      throw unreachable();
    },
  };
  const content = Buffer.from('attached');
  const sha256 = createHash('sha256').update(content).digest('hex');
  second.store.state.blobs.set(sha256, content);
  const about = { sha256, size: content.length, mime: 'text/plain', filename: 'a.txt', created: 0 };
  second.append({ op: 'res.create', resource: 'res_1', ...about });
  await second.sync(carrierFor(second));
  const acks = shared.folder(first.keys.replicaId, 'acks');
  for (const body of ['three', 'four', 'five']) {
    first.note(body);
    expect((await first.sync(keeping)).alerts).toEqual([]);
  }
  expect(first.store.state.blobs.has(sha256)).toBe(true);
  expect(acks.size).toBeGreaterThan(2);
  expect((await first.sync(own)).alerts).toEqual([]);
  expect(acks.size).toBe(2);
});
