import { describe, expect, it } from 'vitest';
import { RestCarrier } from '../../src/carrier/index.js';
import { computeKeyId, getPublicKeys } from '../../src/index.js';
import { sodiumCrypto as crypto } from '../../src/node/index.js';

const LIMIT = 1_000;

/** Returns the n-th valid namespace. */
const makeNamespace = (n: number) => `rep_${String(n).padStart(26, '0')}`;

/** Creates a carrier over a peer that answers each cursor with a given page. */
function createCarrier(page: (after: number) => { namespaces: number[]; next: number | null }) {
  let asked = 0;
  const keys = {
    sign: crypto.signKeyPair(new Uint8Array(32).fill(1)),
    box: crypto.boxKeyPair(new Uint8Array(32).fill(2)),
  };
  const carrier = new RestCarrier({
    crypto,
    databaseId: 'db_040g2081040g2081040g208104',
    replicaId: makeNamespace(0),
    signer: { keyId: computeKeyId(crypto, getPublicKeys(keys)), secretKey: keys.sign.secretKey },
    memberKey: () => null,
    now: () => 0,
    uptime: () => 0,
    pause: async () => {},
    http: async ({ target }) => {
      asked += 1;
      const after = new URLSearchParams(target.split('?')[1]).get('after')?.slice(4);
      const { namespaces, next } = page(Number(after ?? 0));
      const body = {
        namespaces: namespaces.map((n) => ({ namespace: makeNamespace(n), classes: [] })),
        next_cursor: next === null ? null : makeNamespace(next),
      };
      return { status: 200, body: Buffer.from(JSON.stringify(body)), date: null };
    },
  });
  return { carrier, asked: () => asked };
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
