import { createHash } from 'node:crypto';
import { type ArtifactClass, type Epoch, mintEpoch } from '@notes/sync-protocol';
import { sodiumCrypto as crypto } from '@notes/sync-protocol/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, verdict } from './support/ask.js';
import { enrol, epochOfTest, Peer, SETTINGS, toReplicaId, writeIdentity } from './support/peers.js';
import { getHeader } from './support/raw.js';
import { useService } from './support/service.js';

const QUOTA = 1024 * 1024;
const service = useService({
  settings: [
    ...SETTINGS,
    'sync.rest.requests_per_minute=100000',
    'sync.rest.burst=10000',
    `sync.rest.namespace_quota_bytes=${QUOTA}`,
  ],
});
let [peer, other] = [] as unknown as [Peer, Peer];
let epoch: Epoch;

beforeAll(() => {
  const { databaseId, replicaId } = service.library;
  const own = writeIdentity(service.dataDir, databaseId, replicaId, 9);
  [peer, other] = [new Peer(databaseId, toReplicaId(1), 10), new Peer(databaseId, toReplicaId(2), 20)];
  epoch = epochOfTest(databaseId);
  enrol(service.library, [own, peer, other]);
});

type Headers = readonly (readonly [string, string])[];

async function say(from: Peer, method: string, target: string, body?: Uint8Array, more: Headers = []) {
  const request = from.request({ method, target, ...(body && { body }) });
  return await ask(service.port, { ...request, headers: [...(request.headers ?? []), ...more] });
}

const put = (from: Peer, artifactClass: string, { name, bytes }: { name: string; bytes: Uint8Array }) =>
  say(from, 'PUT', `/api/v1/sync/carrier/${artifactClass}/${name}`, bytes);
const get = (name: string, artifactClass: ArtifactClass, more: Headers = [], method = 'GET') =>
  say(other, method, `/api/v1/sync/carrier/${peer.replicaId}/${artifactClass}/${name}`, undefined, more);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const json = ({ body }: { body: Buffer }) => JSON.parse(body.toString());

describe('putting an artifact', () => {
  it('stores it unchanged in the namespace of its signer, once, and returns its name, size and digest [SYNC-PUT]', async () => {
    const artifact = peer.artifact('members', 1, epoch);
    const told = { name: artifact.name, size_bytes: artifact.bytes.length, sha256: sha256(artifact.bytes) };
    const [first, second] = [await put(peer, 'members', artifact), await put(peer, 'members', artifact)];
    expect([first.status, json(first)]).toEqual([201, { ...told, created: true }]);
    expect([second.status, json(second)]).toEqual([200, { ...told, created: false }]);
    const read = await get(artifact.name, 'members');
    expect([read.status, Buffer.compare(read.body, artifact.bytes)]).toEqual([200, 0]);
    expect(getHeader(read, 'content-type')).toBe('application/vnd.service.sync-artifact');
    expect(getHeader(read, 'etag')).toBe(`"${told.sha256}"`);
    const listed = await say(other, 'GET', `/api/v1/sync/carrier/${peer.replicaId}/members`);
    expect(json(listed)).toEqual({
      namespace: peer.replicaId,
      class: 'members',
      artifacts: [told],
      next_cursor: null,
    });
    const all = await say(other, 'GET', '/api/v1/sync/carrier/namespaces');
    const summary = { class: 'members', artifacts: 1, bytes: told.size_bytes, last_name: artifact.name };
    expect(json(all).namespaces).toEqual([{ namespace: peer.replicaId, classes: [summary] }]);
  });

  it('is rejected unless frame, name, class, index, place and signature agree [SYNC-PUT-VERIFIED]', async () => {
    const good = peer.artifact('ops', 1, epoch);
    const signer = new Peer(peer.databaseId, peer.replicaId, 77);
    const elsewhere = new Peer('db_01j00000000000000000000000', peer.replicaId, 10);
    const flipped = Buffer.from(good.bytes);
    flipped[100] = (flipped[100] as number) ^ 1;
    const nameArtifact = (bytes: Uint8Array, index: number) =>
      `${index.toString(16).padStart(16, '0')}-${sha256(bytes).slice(0, 32)}`;
    const cases: Record<string, [string, { name: string; bytes: Uint8Array }]> = {
      'no artifact': ['ops', { name: nameArtifact(Buffer.from('junk'), 1), bytes: Buffer.from('junk') }],
      nothing: ['ops', { name: nameArtifact(Buffer.alloc(0), 1), bytes: Buffer.alloc(0) }],
      'cut short': ['ops', { name: nameArtifact(good.bytes.subarray(0, -1), 1), bytes: good.bytes.subarray(0, -1) }],
      'another class': ['acks', good],
      'the name of other bytes': ['ops', { ...good, name: peer.artifact('ops', 1, epoch).name }],
      'another index': ['ops', { ...good, name: nameArtifact(good.bytes, 2) }],
      'a bit turned': ['ops', { bytes: flipped, name: nameArtifact(flipped, 1) }],
      'a key nobody knows': ['ops', signer.artifact('ops', 1, epoch)],
      'another library': ['ops', elsewhere.artifact('ops', 1, epoch)],
      'the artifact of another': ['ops', other.artifact('ops', 1, epoch)],
    };
    for (const [label, [artifactClass, artifact]] of Object.entries(cases))
      expect(verdict(await put(peer, artifactClass, artifact)), label).toBe('400 validation_failed');
    expect(verdict(await put(peer, 'nothing', good))).toBe('404 not_found');
    expect(verdict(await put(peer, 'ops', { ...good, name: 'x' }))).toBe('404 not_found');
    expect(json(await say(other, 'GET', `/api/v1/sync/carrier/${peer.replicaId}/ops`)).artifacts).toEqual([]);
  });

  it('is rejected for an index that is taken or leaves a gap [SYNC-PUT-ORDER]', async () => {
    const [first, fork, second, fourth] = [1, 1, 2, 4].map((index) => peer.artifact('snapshots', index, epoch)) as [
      ReturnType<Peer['artifact']>,
      ReturnType<Peer['artifact']>,
      ReturnType<Peer['artifact']>,
      ReturnType<Peer['artifact']>,
    ];
    expect((await put(peer, 'snapshots', first)).status).toBe(201);
    expect(verdict(await put(peer, 'snapshots', fork))).toBe('409 conflict');
    expect(verdict(await put(peer, 'snapshots', fourth))).toBe('400 validation_failed');
    expect((await put(peer, 'snapshots', second)).status).toBe(201);
    const third = [peer.artifact('snapshots', 3, epoch), peer.artifact('snapshots', 3, epoch)];
    const both = await Promise.all(third.map((each) => put(peer, 'snapshots', each)));
    expect(both.map((answer) => verdict(answer)).sort()).toEqual(['201', '409 conflict']);
    expect(Buffer.compare((await get(first.name, 'snapshots')).body, first.bytes)).toBe(0);
  });

  it('is rejected over the quota of the peer [SYNC-QUOTA]', async () => {
    const large = (index: number) => other.artifact('blobs', index, epoch, Buffer.alloc(600_000, index));
    expect((await put(other, 'blobs', large(1))).status).toBe(201);
    expect(verdict(await put(other, 'blobs', large(2)))).toBe('400 validation_failed');
    expect((await put(other, 'acks', other.artifact('acks', 1, epoch))).status).toBe(201);
    const { name } = json(await say(peer, 'GET', `/api/v1/sync/carrier/${other.replicaId}/blobs`)).artifacts[0];
    expect((await say(other, 'DELETE', `/api/v1/sync/carrier/blobs/${name}`)).status).toBe(204);
    expect((await put(other, 'blobs', large(2))).status).toBe(201);
  });
});

describe('reading artifacts', () => {
  it('supports ranges with Content-Range [SYNC-RANGES] [RC-RANGE-CLIPPED]', async () => {
    const { name, bytes } = peer.artifact('recovery', 1, epoch);
    await put(peer, 'recovery', { name, bytes });
    const size = bytes.length;
    const range = async (value: string) => await get(name, 'recovery', [['Range', value]]);
    const part = await range('bytes=10-19');
    expect([part.status, getHeader(part, 'content-range')]).toEqual([206, `bytes 10-19/${size}`]);
    expect(Buffer.compare(part.body, bytes.subarray(10, 20))).toBe(0);
    expect((await range('bytes=-5')).body.equals(Buffer.from(bytes.subarray(-5)))).toBe(true);
    const clipped = await range('bytes=10-99999999999999999999');
    expect([clipped.status, getHeader(clipped, 'content-range')]).toEqual([206, `bytes 10-${size - 1}/${size}`]);
    expect(clipped.body.equals(Buffer.from(bytes.subarray(10)))).toBe(true);
    expect((await range('bytes=-99999999999999999999')).body.equals(Buffer.from(bytes))).toBe(true);
    expect((await range('bytes=0-1,4-5')).status).toBe(200);
    const beyond = await range(`bytes=${size}-`);
    expect([verdict(beyond), getHeader(beyond, 'content-range')]).toEqual([
      '416 range_not_satisfiable',
      `bytes */${size}`,
    ]);
    const head = await get(name, 'recovery', [], 'HEAD');
    expect([head.status, getHeader(head, 'content-length'), head.body.length]).toEqual([200, String(size), 0]);
    const rangedHead = await get(name, 'recovery', [['Range', 'bytes=0-1']], 'HEAD');
    expect([rangedHead.status, getHeader(rangedHead, 'content-length')]).toEqual([200, String(size)]);
    const tag = getHeader(head, 'etag') as string;
    expect((await get(name, 'recovery', [['If-None-Match', tag]])).status).toBe(304);
  });

  it('lists them page by page without loss [SYNC-LISTING]', async () => {
    const names: string[] = [];
    for (const index of [1, 2, 3, 4, 5]) {
      const artifact = peer.artifact('acks', index, epoch);
      await put(peer, 'acks', artifact);
      names.push(artifact.name);
    }
    const target = `/api/v1/sync/carrier/${peer.replicaId}/acks?limit=2`;
    const found: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = json(await say(other, 'GET', after === '' ? target : `${target}&after=${after}`));
      found.push(...page.artifacts.map(({ name }: { name: string }) => name));
      after = page.next_cursor;
    }
    expect(found).toEqual(names);
    expect(verdict(await say(other, 'GET', `${target}&after=x`))).toBe('400 validation_failed');
    expect(verdict(await say(other, 'GET', `${target}&limit=3`))).toBe('400 validation_failed');
  });

  it('answers the same 404 bytes for every kind of absence [SYNC-NONE]', async () => {
    const { name } = peer.artifact('acks', 99, mintEpoch(crypto, peer.databaseId, 2));
    const base = '/api/v1/sync/carrier';
    const targets = [
      `${base}/${peer.replicaId}/acks/${name}`,
      `${base}/${toReplicaId(7)}/acks/${name}`,
      `${base}/${toReplicaId(7)}/acks`,
      `${base}/${toReplicaId(7)}/acks/${name}`,
    ];
    const bodies = await Promise.all(targets.map(async (target) => (await say(other, 'GET', target)).body.toString()));
    expect(new Set(bodies)).toEqual(
      new Set(['{"error":{"code":"not_found","message":"There is nothing at this address."}}']),
    );
  });
});

describe('removing an artifact', () => {
  it('is allowed only for its author, and only in classes that others no longer need [SYNC-DELETE]', async () => {
    const remove = (from: Peer, artifactClass: string, name: string) =>
      say(from, 'DELETE', `/api/v1/sync/carrier/${artifactClass}/${name}`);
    const artifacts = Object.fromEntries(
      (['acks', 'ops', 'blobs'] as const).map((each) => [each, peer.artifact(each, each === 'acks' ? 50 : 1, epoch)]),
    ) as Record<'acks' | 'ops' | 'blobs', ReturnType<Peer['artifact']>>;
    for (const [artifactClass, artifact] of Object.entries(artifacts))
      expect((await put(peer, artifactClass, artifact)).status, artifactClass).toBe(201);
    expect(verdict(await remove(other, 'acks', artifacts.acks.name))).toBe('404 not_found');
    expect((await remove(peer, 'acks', artifacts.acks.name)).status).toBe(204);
    expect(verdict(await remove(peer, 'acks', artifacts.acks.name))).toBe('404 not_found');
    expect((await remove(peer, 'blobs', artifacts.blobs.name)).status).toBe(204);
    expect(verdict(await remove(peer, 'ops', artifacts.ops.name))).toBe('409 conflict');
    expect(verdict(await remove(peer, 'members', artifacts.ops.name))).toBe('403 forbidden');
    expect(verdict(await remove(peer, 'recovery', artifacts.ops.name))).toBe('403 forbidden');
  });
});
