import assert from 'node:assert/strict';
import { ARTIFACT_CLASSES, type ArtifactClass } from '../artifact-class.js';
import type { Carrier } from '../carrier/carrier.js';
import { nameArtifact } from './name-artifact.js';

/** An artifact under its name. */
export interface NamedArtifact {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A new, empty carrier shared by two devices. */
export interface CarrierFixture {
  /** Replica ids; `[0]` sorts first. */
  readonly replicas: readonly [string, string];
  carrierFor(replicaId: string): Carrier;
  /** Creates an artifact that this carrier accepts from a replica. Without this function arbitrary bytes are put. */
  artifact?(replicaId: string, artifactClass: ArtifactClass, index: number): NamedArtifact;
}

/** A case of the suite that every carrier passes. `run` rejects when the carrier breaks the promise in `name`. */
export interface CarrierCase {
  readonly name: string;
  run(fixture: CarrierFixture): Promise<void>;
}

/** Cases that every carrier must pass. Each case needs a new fixture. */
export const CARRIER_CASES: readonly CarrierCase[] = [
  {
    name: 'an empty carrier lists and returns nothing',
    async run({ carrierFor, replicas: [own, other] }) {
      const carrier = carrierFor(own);
      assert.deepEqual(await carrier.namespaces(), []);
      assert.deepEqual(await listNames(carrier, other, 'ops'), []);
      assert.equal(await carrier.get(other, 'ops', nameArtifact(1, Uint8Array.of(1)).name), null);
      await carrier.remove('acks', nameArtifact(1, Uint8Array.of(1)).name);
    },
  },
  {
    name: 'put stores an artifact in the namespace of its author, where every replica reads the same bytes',
    async run(fixture) {
      const [own, other] = fixture.replicas;
      for (const artifactClass of ARTIFACT_CLASSES) {
        const { name, bytes } = makeArtifact(fixture, own, artifactClass, 1);
        await fixture.carrierFor(own).put(artifactClass, name, bytes);
        assert.deepEqual(plain(await fixture.carrierFor(other).get(own, artifactClass, name)), plain(bytes));
        assert.equal(await fixture.carrierFor(own).get(other, artifactClass, name), null);
        const page = await fixture.carrierFor(other).list(own, artifactClass, null, 10);
        assert.deepEqual(page, { artifacts: [{ name, sizeBytes: bytes.length }], next: null });
      }
      assert.deepEqual(await fixture.carrierFor(other).namespaces(), [own]);
    },
  },
  {
    name: 'get returns the requested range, cut at the end of the artifact',
    async run(fixture) {
      const [own] = fixture.replicas;
      const { name, bytes } = makeArtifact(fixture, own, 'ops', 1);
      const carrier = fixture.carrierFor(own);
      await carrier.put('ops', name, bytes);
      const range = async (start: number, length: number) =>
        plain(await carrier.get(own, 'ops', name, { start, length }));
      assert.deepEqual(await range(3, 5), plain(bytes.slice(3, 8)));
      assert.deepEqual(await range(bytes.length - 2, 50), plain(bytes.slice(-2)));
    },
  },
  {
    name: 'list returns each artifact once in ascending order for any page size',
    async run(fixture) {
      const [own, other] = fixture.replicas;
      const put = [];
      for (const index of [17, 3, 1, 256, 16, 2, 255]) {
        const artifact = makeArtifact(fixture, own, 'acks', index);
        await fixture.carrierFor(own).put('acks', artifact.name, artifact.bytes);
        put.push(artifact.name);
      }
      put.sort();
      for (const limit of [1, 2, 3, 7, 1000])
        assert.deepEqual(await listNames(fixture.carrierFor(other), own, 'acks', limit), put);
      const after = await fixture.carrierFor(other).list(own, 'acks', '0000000000000010', 1000);
      assert.deepEqual(
        after.artifacts.map(({ name }) => name),
        put.slice(3),
      );
    },
  },
  {
    name: 'putting the same artifact again changes nothing',
    async run(fixture) {
      const [own] = fixture.replicas;
      const { name, bytes } = makeArtifact(fixture, own, 'ops', 1);
      const carrier = fixture.carrierFor(own);
      await Promise.all([carrier.put('ops', name, bytes), carrier.put('ops', name, bytes)]);
      await carrier.put('ops', name, bytes);
      assert.deepEqual(await listNames(carrier, own, 'ops'), [name]);
      assert.deepEqual(plain(await carrier.get(own, 'ops', name)), plain(bytes));
    },
  },
  {
    name: 'remove deletes only the named artifact in the own namespace',
    async run(fixture) {
      const [own, other] = fixture.replicas;
      const [first, second] = [makeArtifact(fixture, own, 'acks', 1), makeArtifact(fixture, own, 'acks', 2)];
      for (const { name, bytes } of [first, second]) await fixture.carrierFor(own).put('acks', name, bytes);
      await fixture.carrierFor(other).remove('acks', first.name);
      assert.deepEqual(await listNames(fixture.carrierFor(other), own, 'acks'), [first.name, second.name]);
      await fixture.carrierFor(own).remove('acks', first.name);
      assert.deepEqual(await listNames(fixture.carrierFor(other), own, 'acks'), [second.name]);
      assert.equal(await fixture.carrierFor(other).get(own, 'acks', first.name), null);
    },
  },
  {
    name: 'later changes of passed or returned bytes do not affect the carrier',
    async run(fixture) {
      const [own] = fixture.replicas;
      const { name, bytes } = makeArtifact(fixture, own, 'ops', 1);
      const carrier = fixture.carrierFor(own);
      const handed = bytes.slice();
      await carrier.put('ops', name, handed);
      handed.fill(0);
      (await carrier.get(own, 'ops', name))?.fill(0);
      assert.deepEqual(plain(await carrier.get(own, 'ops', name)), plain(bytes));
    },
  },
  {
    name: 'identity returns the same id to every replica',
    async run({ carrierFor, replicas: [own, other] }) {
      const identity = await carrierFor(own).identity();
      assert.notEqual(identity.carrierId, '');
      assert.deepEqual(await carrierFor(other).identity(), identity);
    },
  },
];

const makeArtifact = (fixture: CarrierFixture, replicaId: string, artifactClass: ArtifactClass, index: number) =>
  fixture.artifact?.(replicaId, artifactClass, index) ??
  nameArtifact(
    artifactClass === 'blobs' ? index.toString(16).padStart(32, '0') : index,
    Uint8Array.from({ length: 100 + index }, (_, at) => (at * index) & 255),
  );

async function listNames(
  carrier: Carrier,
  namespace: string,
  artifactClass: ArtifactClass,
  limit = 1000,
): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page = await carrier.list(namespace, artifactClass, after, limit);
    found.push(...page.artifacts.map(({ name }) => name));
    after = page.next;
  } while (after !== null);
  return found;
}

/** Copies bytes into a plain Uint8Array, because deep equality distinguishes Node buffers. */
const plain = (bytes: Uint8Array | null) => bytes && Uint8Array.from(bytes);
