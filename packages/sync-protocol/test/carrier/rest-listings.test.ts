import { describe, expect, it } from 'vitest';
import { type PeerHttp, RestBackups, RestCarrier } from '../../src/carrier/index.js';
import { computeKeyId, getPublicKeys } from '../../src/index.js';
import { sodiumCrypto as crypto } from '../../src/node/index.js';
import { nameArtifact } from '../../src/suites/name-artifact.js';

const LIMIT = 1_000;

/** Returns the n-th valid namespace. */
const makeNamespace = (n: number) => `rep_${String(n).padStart(26, '0')}`;

/** Creates a carrier over a peer that answers each cursor with a given page. */
function createCarrier(page: (after: number) => { namespaces: number[]; next: number | null }) {
  let asked = 0;
  const carrier = createCarrierOver(async ({ target }) => {
    asked += 1;
    const after = new URLSearchParams(target.split('?')[1]).get('after')?.slice(4);
    const { namespaces, next } = page(Number(after ?? 0));
    const body = {
      namespaces: namespaces.map((n) => ({ namespace: makeNamespace(n), classes: [] })),
      next_cursor: next === null ? null : makeNamespace(next),
    };
    return { status: 200, body: Buffer.from(JSON.stringify(body)), date: null };
  });
  return { carrier, asked: () => asked };
}

function createCarrierOver(http: PeerHttp): RestCarrier {
  const keys = {
    sign: crypto.signKeyPair(new Uint8Array(32).fill(1)),
    box: crypto.boxKeyPair(new Uint8Array(32).fill(2)),
  };
  return new RestCarrier({
    crypto,
    databaseId: 'db_040g2081040g2081040g208104',
    replicaId: makeNamespace(0),
    signer: { keyId: computeKeyId(crypto, getPublicKeys(keys)), secretKey: keys.sign.secretKey },
    memberKey: () => null,
    now: () => 0,
    uptime: () => 0,
    pause: async () => {},
    http,
  });
}

describe('the namespaces of a peer [SYNC-REST-PATIENCE]', () => {
  it('are read page by page until the last', async () => {
    const pages = new Map([
      [0, { namespaces: [1, 2], next: 2 }],
      [2, { namespaces: [3], next: null }],
    ]);
    const { carrier } = createCarrier((after) => pages.get(after) ?? { namespaces: [], next: null });
    expect(await carrier.namespaces()).toEqual([1, 2, 3].map(makeNamespace));
  });

  it.each([
    ['full', LIMIT],
    ['empty', 0],
  ])('are read for at most 4 pages when every page is %s and names another', async (_, length) => {
    const { carrier, asked } = createCarrier((after) => ({
      namespaces: Array.from({ length }, (_each, at) => after + at + 1),
      next: after + LIMIT,
    }));
    await expect(carrier.namespaces()).rejects.toMatchObject({ code: 'not_a_carrier' });
    expect(asked()).toBe(4);
  });
});

describe('an answer with status 404 [SYNC-REST-TOLD]', () => {
  const name = nameArtifact(1, Buffer.from('an artifact')).name;
  const over = (body: string) => {
    const carrier = createCarrierOver(async () => ({ status: 404, body: Buffer.from(body), date: null }));
    const backups = new RestBackups(carrier, () => 0);
    return [
      () => carrier.list(makeNamespace(1), 'ops', null, 10),
      () => carrier.get(makeNamespace(1), 'ops', name),
      () => carrier.remove('ops', name),
      () => backups.read('bak_1', 0, 1),
    ];
  };

  it('means that nothing exists when the peer says so', async () => {
    const answers = over('{"error":{"code":"not_found"}}').map((ask) => ask());
    expect(await Promise.all(answers)).toEqual([{ artifacts: [], next: null }, null, undefined, null]);
  });

  it.each([
    ['<html>', 'unreachable'],
    ['404 page not found', 'unreachable'],
    ['{"error":{"code":"sync_disabled"}}', 'not_a_carrier'],
  ])('shows nothing missing when it is %s', async (body, code) => {
    for (const ask of over(body)) await expect(ask()).rejects.toMatchObject({ code });
  });
});

describe('an answer of another program [SYNC-REST-TOLD]', () => {
  const { name, bytes } = nameArtifact(1, Buffer.from('an artifact'));

  it.each([
    [200, '<html>'],
    [301, ''],
    [403, '<html>'],
    [404, '<html>'],
    [502, '<html>'],
  ])('with status %i is a temporary failure, since the peer may be behind it', async (status, body) => {
    const carrier = createCarrierOver(async () => ({ status, body: Buffer.from(body), date: null }));
    for (const ask of [
      () => carrier.identity(),
      () => carrier.namespaces(),
      () => carrier.list(makeNamespace(1), 'ops', null, 10),
      () => carrier.put('ops', name, bytes),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('that changed the bytes of an artifact is requested once more', async () => {
    const answers = [Buffer.from('changed'), bytes];
    const carrier = createCarrierOver(async () => ({
      status: 200,
      body: answers.shift() ?? Buffer.from('x'),
      date: null,
    }));
    const get = () => carrier.get(makeNamespace(1), 'ops', name);
    expect(await get()).toEqual(bytes);
    expect(await get()).toBeNull();
  });
});
