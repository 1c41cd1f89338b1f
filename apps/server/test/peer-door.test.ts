import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PEER_REPLIES, type PeerReplyCode, replyBody, verifyHandshake } from '@notes/sync-protocol/auth';
import { sodiumCrypto as crypto } from '@notes/sync-protocol/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, type RawRequest } from './support/ask.js';
import { enrol, Peer, SETTINGS, toReplicaId, writeIdentity } from './support/peers.js';
import { getHeader, type RawAnswer } from './support/raw.js';
import { useService } from './support/service.js';

const HANDSHAKE = '/api/v1/sync/handshake';
const LIST = `/api/v1/sync/carrier/${toReplicaId(1)}/ops`;
const PUT = `/api/v1/sync/carrier/acks/${'0'.repeat(15)}1-${'a'.repeat(32)}`;

const expectReply = (answer: RawAnswer, code: PeerReplyCode, label = '') =>
  expect([answer.status, answer.body.toString()], label).toEqual([PEER_REPLIES[code].status, replyBody(code)]);

/** Requests that a check would refuse, each for another reason, if there were any check. */
const anything: readonly RawRequest[] = [
  { target: HANDSHAKE },
  { target: '/api/v1/sync' },
  { target: '/api/v1/sync/' },
  { target: '/api/v1/sync/nothing?x=%00' },
  { target: '/api/v1/sync/status', host: 'evil.test' },
  { target: LIST, headers: [['Origin', 'http://evil.test']] },
  { method: 'PUT', target: PUT, body: 'x', headers: [['Authorization', 'Service-Sync-v1 x']] },
  { method: 'POST', target: '/api/v1/sync/pair', body: '{' },
  { method: 'DELETE', target: PUT, headers: [['Cookie', 'a=b']] },
];

describe('the peer interface while it is disabled', () => {
  const service = useService();

  it('answers sync_disabled on every path before any other check [SYNC-DISABLED]', async () => {
    for (const request of anything)
      expectReply(await ask(service.port, request), 'sync_disabled', `${request.method} ${request.target}`);
    expect(existsSync(join(service.dataDir, 'keys'))).toBe(false);
  });
});

describe('the peer interface while it is enabled', () => {
  const service = useService({ settings: [...SETTINGS, 'sync.rest.max_body_bytes=20000'] });
  let [own, peer, other, dead, stranger] = [] as unknown as [Peer, Peer, Peer, Peer, Peer];
  const say = async (request: RawRequest) => await ask(service.port, request);

  beforeAll(() => {
    const { databaseId, replicaId } = service.library;
    own = writeIdentity(service.dataDir, databaseId, replicaId, 9);
    [peer, other, dead, stranger] = [1, 2, 3, 4].map(
      (number) => new Peer(databaseId, toReplicaId(number), 10 * number),
    ) as [Peer, Peer, Peer, Peer];
    enrol(service.library, [own, peer, other], [dead]);
  });

  it('answers a handshake with its identity and a proof over the request [SYNC-HANDSHAKE]', async () => {
    const request = peer.request({ target: HANDSHAKE });
    const answer = await say(request);
    const body = JSON.parse(answer.body.toString()) as { proof: string };
    expect(body).toMatchObject({
      protocol: 'Service-Sync-v1',
      replica_id: own.replicaId,
      key_id: own.keyId,
      snapshot_permitted: false,
      limits: { max_body_bytes: 20_000, max_range_bytes: 16_777_216, requests_per_minute: 120, burst: 30 },
    });
    const { publicKey } = own.keys.sign;
    expect(verifyHandshake(crypto, publicKey, request.nonce, body)).toBe(true);
    expect(verifyHandshake(crypto, publicKey, '0'.repeat(32), body)).toBe(false);
    expect(verifyHandshake(crypto, publicKey, request.nonce, { ...body, database_id: 'db_other' })).toBe(false);
  });

  it('answers each kind of refusal with constant bytes [SYNC-REFUSALS]', async () => {
    const signRequest = (change: Partial<Parameters<Peer['sign']>[0]> = {}, from = peer) =>
      from.request({ target: HANDSHAKE, ...change });
    const now = Date.now();
    const put = (body: Uint8Array) => signRequest({ method: 'PUT', target: PUT, body });
    const cases: [string, RawRequest, PeerReplyCode][] = [
      ['an unknown path', { target: '/api/v1/sync/nothing' }, 'not_found'],
      ['the prefix', { target: '/api/v1/sync' }, 'not_found'],
      ['another method', { method: 'POST', target: HANDSHAKE }, 'not_found'],
      ['HEAD of what is small', { method: 'HEAD', target: HANDSHAKE }, 'not_found'],
      ['a path that is encoded', { target: '/api/v1/sync/h%61ndshake' }, 'not_found'],
      ['a dot in the path', { target: '/api/v1/sync/./handshake' }, 'not_found'],
      ...['Origin', 'Cookie', 'Referer', 'oRIGIN'].map((name): [string, RawRequest, PeerReplyCode] => [
        name,
        { ...signRequest(), headers: [...(signRequest().headers ?? []), [name, '']] },
        'browser_context_refused',
      ]),
      ['no credentials', { target: HANDSHAKE }, 'unauthorized'],
      ['a password', { target: HANDSHAKE, headers: [['Authorization', 'Basic eA==']] }, 'unauthorized'],
      [
        'two credentials',
        { target: HANDSHAKE, headers: [...getHeaders(signRequest()), ...getHeaders(signRequest())] },
        'unauthorized',
      ],
      ['a body where there is none', { ...signRequest(), body: 'x' }, 'unauthorized'],
      ['a query that needs decoding', signRequest({ target: `${LIST}?after=%20` }), 'unauthorized'],
      [
        'an encoded body',
        { ...put(Buffer.from('x')), headers: [...getHeaders(put(Buffer.from('x'))), ['Content-Encoding', 'gzip']] },
        'unauthorized',
      ],
      ['a stranger', signRequest({}, stranger), 'not_enrolled'],
      ['a revoked key', signRequest({}, dead), 'not_enrolled'],
      ['a clock that is slow', signRequest({ now: now - 61_000 }), 'unauthorized'],
      ['a clock that is fast', signRequest({ now: now + 90_000 }), 'unauthorized'],
      ['a body that is too large', put(Buffer.alloc(20_001)), 'body_too_large'],
      ['the replica of another', signRequest({ replicaId: other.replicaId }), 'unauthorized'],
    ];
    for (const [label, request, code] of cases) {
      const answer = await say(request);
      if (request.method === 'HEAD') expect(answer.status).toBe(404);
      else expectReply(answer, code, label);
      expect(getHeader(answer, 'www-authenticate'), label).toBeUndefined();
    }
    expect(readdirSync(join(service.dataDir, 'tmp'))).toEqual([]);
  });

  it('rejects a request when anything that its signature covers changes [SYNC-SIGNED]', async () => {
    const body = Buffer.from('sealed');
    const request = peer.request({ method: 'PUT', target: PUT, body });
    const [authorization] = getHeaders(request).map(([, value]) => value) as [string];
    const altered: RawRequest[] = [
      { ...request, method: 'DELETE', body: '' },
      { ...request, target: PUT.replace('acks', 'ops') },
      { ...request, target: `${PUT}?a=b` },
      ...flips(body).map((changed) => ({ ...request, body: changed })),
      ...['ts="2', 'nonce="', 'sig="', 'replica="rep_0'].flatMap((field) =>
        flipsAfter(authorization, field).map((value) => ({ ...request, headers: [['Authorization', value] as const] })),
      ),
    ];
    for (const each of altered) {
      const answer = await say(each);
      expectReply(answer, 'unauthorized', `${each.method} ${each.target} ${getHeaders(each)[0]?.[1]}`);
    }
    const elsewhere = new Peer('db_01j00000000000000000000000', peer.replicaId, 10);
    expectReply(await say(elsewhere.request({ target: HANDSHAKE })), 'unauthorized', 'another library');
    // A refused request does not use up its nonce.
    expect((await say(request)).status).toBe(400);
  });

  it('carries out a request once, even when it arrives several times at once [SYNC-ONCE]', async () => {
    const request = peer.request({ target: HANDSHAKE });
    const answers = await Promise.all([say(request), say(request), say(request)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expectReply(await say(request), 'unauthorized');
  });

  it('lists refusals by outcome, grouped and without secrets [SYNC-AUDIT]', async () => {
    const answer = await say({ target: '/api/v1/sync/status' });
    const status = JSON.parse(answer.body.toString()) as { recent_auth_events: { outcome: string; key_id: string }[] };
    const words = new Set(status.recent_auth_events.map(({ outcome }) => outcome));
    expect([...words].sort()).toEqual([
      'bad_signature',
      'malformed',
      'replayed_nonce',
      'stale_timestamp',
      'unenrolled_key',
      'wrong_principal',
    ]);
    expect(answer.body.toString()).not.toContain(stranger.keyId);
    expect(status.recent_auth_events.length).toBeLessThan(15);
    const secrets = [own, peer].flatMap(({ keys }) => [keys.sign.secretKey, keys.sign.publicKey, keys.box.secretKey]);
    for (const secret of secrets)
      for (const form of ['hex', 'base64'] as const)
        expect(answer.body.toString()).not.toContain(Buffer.from(secret).subarray(0, 30).toString(form));
  });

  it('serves its status only to this machine, under its own names and to no page [SYNC-STATUS]', async () => {
    const target = '/api/v1/sync/status';
    const refused = await say({ target, host: 'evil.test' });
    expect([refused.status, JSON.parse(refused.body.toString()).error.code]).toEqual([403, 'forbidden']);
    expectReply(await say({ target, headers: [['Origin', 'http://localhost']] }), 'browser_context_refused');
    const { keys } = JSON.parse((await say({ target })).body.toString()) as { keys: { status: string }[] };
    expect(keys.map(({ status }) => status).sort()).toEqual(['active', 'active', 'active', 'revoked']);
  });

  it('ignores peer credentials on other routes', async () => {
    const target = '/api/v1/status';
    const headers = getHeaders(peer.request({ target }));
    expect((await say({ target, headers })).status).toBe(200);
    expect((await say({ target, headers, host: 'evil.test' })).status).toBe(403);
  });
});

describe('rate limits of peers', () => {
  const service = useService({
    settings: [
      'sync.rest.enabled=true',
      'sync.rest.burst=3',
      'sync.rest.requests_per_minute=1',
      'sync.rest.failures_per_minute=4',
    ],
  });

  it('apply to each peer, and to all failures from one address together [SYNC-RATES]', async () => {
    const { databaseId, replicaId } = service.library;
    writeIdentity(service.dataDir, databaseId, replicaId, 9);
    const [peer, other] = [1, 2].map((number) => new Peer(databaseId, toReplicaId(number), 10 * number)) as [
      Peer,
      Peer,
    ];
    enrol(service.library, [peer, other]);
    const statuses = async (from: Peer, times: number) => {
      const found: number[] = [];
      for (let time = 0; time < times; time += 1)
        found.push((await ask(service.port, from.request({ target: HANDSHAKE }))).status);
      return found;
    };
    expect(await statuses(peer, 5)).toEqual([200, 200, 200, 429, 429]);
    expect(await statuses(other, 3)).toEqual([200, 200, 200]);
    const failing: number[] = [];
    for (let time = 0; time < 6; time += 1) failing.push((await ask(service.port, { target: HANDSHAKE })).status);
    expect(failing).toEqual([401, 401, 401, 401, 429, 429]);
    expectReply(await ask(service.port, peer.request({ target: HANDSHAKE })), 'rate_limited');

    const target = '/api/v1/sync/status';
    expect((await ask(service.port, { target })).status, 'who runs the service still sees why').toBe(200);
    expectReply(await ask(service.port, { target, headers: [['Cookie', 'a=b']] }), 'browser_context_refused');
  });
});

const getHeaders = ({ headers = [] }: RawRequest) => headers;

/** Returns one copy per byte, with one bit of it flipped. */
function flips(bytes: Buffer): Buffer[] {
  return [...bytes].map((byte, at) => {
    const copy = Buffer.from(bytes);
    copy[at] = byte ^ 1;
    return copy;
  });
}

/** Returns copies of a header with one character of a field replaced by another of its alphabet. */
function flipsAfter(header: string, field: string): string[] {
  const from = header.indexOf(field) + field.length;
  return [0, 5, 11].map((offset) => {
    const at = from + offset;
    const letter = header[at] as string;
    const turned = /\d/.test(letter) ? String((Number(letter) + 1) % 10) : letter === 'a' ? 'b' : 'a';
    return header.slice(0, at) + turned + header.slice(at + 1);
  });
}
