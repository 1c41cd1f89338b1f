import { sampleSeed, samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SKEW_MS, NONCE_MEMORY_MS } from '../src/auth/checks.js';
import {
  Buckets,
  type CheckResult,
  canonicalRequest,
  checkBody,
  checkHead,
  checkTarget,
  formatAuthorization,
  type Gate,
  getSourceName,
  PEER_REPLIES,
  type PeerReplyCode,
  type Principal,
  parseAuthorization,
  proveHandshake,
  replyBody,
  type SignedFields,
  signRequest,
  verifyHandshake,
} from '../src/auth/index.js';
import { fromBase64, toBase64 } from '../src/base64.js';
import { sodiumCrypto as crypto } from '../src/node/index.js';
import { MemoryNonces } from '../src/testing/index.js';
import { alterEachByte, createFixedCrypto, fill, hex, readVectors, unhex, utf8 } from './support.js';

/** Samples of a property. */
const sampled = { ...sampleSeed(), numRuns: samples(100) };

interface RequestVector {
  readonly name: string;
  readonly request: { method: string; target: string; headers: string[]; body: string };
  readonly state: {
    readonly failures_spent?: boolean;
    readonly requests_spent?: boolean;
    readonly nonces_full?: boolean;
    readonly spent?: string[];
    readonly floor?: string;
  };
  readonly expected:
    | { status: number; body: string; audit: string; key_id: string | null }
    | { replica_id: string; key_id: string };
}

const vectors = readVectors<{
  database_id: string;
  now: string;
  peers: { replica_id: string; key_id: string; sign_seed: string; sign_pk: string; active: boolean }[];
  canonical: { text: string; sha256: string; signature: string };
  targets: { good: string[]; path: string[]; query: string[] };
  requests: RequestVector[];
  replies: Record<PeerReplyCode, { status: number; body: string }>;
}>('requests');

const now = Date.parse(vectors.now);
const [member] = vectors.peers as [(typeof vectors.peers)[0]];
const signer = { keyId: member.key_id, secretKey: crypto.signKeyPair(unhex(member.sign_seed)).secretKey };
const target = vectors.targets.good[0] as string;

class TestGate implements Gate {
  readonly databaseId = vectors.database_id;
  readonly nonces: MemoryNonces;
  readonly failures: Buckets;
  readonly requests: Buckets;
  clock = now;
  revoked = new Set<string>();

  constructor({ most = 1000, failures = 10, requests = 30 } = {}) {
    this.nonces = new MemoryNonces(most);
    this.failures = new Buckets({ perMinute: 0, burst: failures }, () => 0);
    this.requests = new Buckets({ perMinute: 0, burst: requests }, () => 0);
  }

  now = () => this.clock;

  peerKey(keyId: string) {
    const peer = vectors.peers.find(({ key_id }) => key_id === keyId);
    if (peer === undefined) return null;
    const active = peer.active && !this.revoked.has(keyId);
    return { replicaId: peer.replica_id, publicKey: unhex(peer.sign_pk), active };
  }
}

type Request = RequestVector['request'];

function check(gate: Gate, { method, target, headers, body }: Request): CheckResult<Principal> {
  const claim = checkHead(gate, { method, target, headers, source: '127.0.0.1' });
  return claim.ok ? checkBody(crypto, gate, claim.value, hex(crypto.sha256(utf8(body)))) : claim;
}

function signTestRequest(overrides: Partial<Parameters<typeof signRequest>[1]> = {}): Request {
  const request = { method: 'GET', target, databaseId: vectors.database_id, replicaId: member.replica_id };
  const { authorization } = signRequest(crypto, { ...request, signer, now, ...overrides });
  return { method: 'GET', target, headers: ['Authorization', authorization], body: '' };
}

const getAudit = (checked: CheckResult<Principal>) => (checked.ok ? 'accepted' : checked.refusal.audit);

describe('the request vectors', () => {
  test.each(vectors.requests)('$name', ({ request, state, expected }) => {
    const gate = new TestGate({
      ...(state.nonces_full && { most: 0 }),
      ...(state.failures_spent && { failures: 0 }),
      ...(state.requests_spent && { requests: 0 }),
    });
    for (const nonce of state.spent ?? []) gate.nonces.add(member.key_id, nonce, now);
    if (state.floor !== undefined) {
      const at = Date.parse(state.floor);
      gate.nonces.add(member.key_id, 'forgotten', at);
      gate.nonces.prune(at + NONCE_MEMORY_MS + 1);
    }
    const checked = check(gate, request);
    if (checked.ok) {
      const { replicaId, keyId } = checked.value;
      expect({ replica_id: replicaId, key_id: keyId }).toEqual(expected);
    } else {
      const { code, audit, keyId } = checked.refusal;
      const { status } = PEER_REPLIES[code];
      expect({ status, body: replyBody(code), audit, key_id: keyId }).toEqual(expected);
    }
  });

  test('canonicalRequest and signRequest produce the stated text and signature', () => {
    const { text, sha256, signature } = vectors.canonical;
    const request = { method: 'GET', target, databaseId: vectors.database_id, replicaId: member.replica_id };
    const nonce = hex(fill(16, 5));
    const bodySha256 = hex(crypto.sha256(fill(0, 0)));
    expect(canonicalRequest({ ...request, timestamp: vectors.now, nonce, bodySha256 })).toBe(text);
    expect(hex(crypto.sha256(utf8(text)))).toBe(sha256);
    const { authorization } = signRequest(createFixedCrypto(5), { ...request, signer, now });
    expect(toBase64(parseAuthorization(authorization)?.signature ?? fill(0, 0))).toBe(signature);
  });

  test.each([
    [null, vectors.targets.good],
    ['path', vectors.targets.path],
    ['query', vectors.targets.query],
  ] as const)('checkTarget returns %j for the listed targets', (problem, targets) => {
    for (const each of targets) expect(checkTarget(each), each).toBe(problem);
  });

  test('each code has its stated reply', () => {
    expect(
      Object.fromEntries(
        Object.entries(PEER_REPLIES).map(([code, { status }]) => [
          code,
          { status, body: replyBody(code as PeerReplyCode) },
        ]),
      ),
    ).toEqual(vectors.replies);
  });
});

describe('a signed request', () => {
  test('is accepted once', () => {
    const gate = new TestGate();
    const request = signTestRequest();
    expect([check(gate, request), check(gate, request)].map(getAudit)).toEqual(['accepted', 'replayed_nonce']);
  });

  test('is accepted once, even when its body takes long or the clock is set back', () => {
    const gate = new TestGate();
    const request = signTestRequest();
    const head = { ...request, source: '127.0.0.1' };
    const [first, second] = [checkHead(gate, head), checkHead(gate, head)];
    if (!first.ok || !second.ok) throw new Error('both are fresh');
    const body = hex(crypto.sha256(fill(0, 0)));
    expect(getAudit(checkBody(crypto, gate, first.value, body))).toBe('accepted');
    gate.clock += NONCE_MEMORY_MS + MAX_SKEW_MS;
    gate.nonces.prune(gate.clock);
    expect(getAudit(checkBody(crypto, gate, second.value, body))).toBe('stale_timestamp');
    gate.clock = now;
    expect(getAudit(check(gate, request))).toBe('stale_timestamp');
  });

  test('is refused when its key is revoked while its body arrives', () => {
    const gate = new TestGate();
    const claim = checkHead(gate, { ...signTestRequest(), source: '127.0.0.1' });
    gate.revoked.add(member.key_id);
    expect(claim.ok && getAudit(checkBody(crypto, gate, claim.value, ''))).toBe('unenrolled_key');
  });

  test('with an altered header is refused, and its nonce stays unused', () => {
    const gate = new TestGate({ failures: 1_000_000 });
    const { headers, ...request } = signTestRequest();
    for (const [at, bytes] of alterEachByte(utf8(headers[1] as string))) {
      const changed = check(gate, { ...request, headers: ['Authorization', Buffer.from(bytes).toString('latin1')] });
      expect(changed.ok, `byte ${at}`).toBe(false);
    }
    expect(getAudit(check(gate, { headers, ...request }))).toBe('accepted');
  });

  test('without a valid signature does not use the rate limit of the named peer', () => {
    const gate = new TestGate({ requests: 1, failures: 100 });
    const request = signTestRequest();
    for (let count = 0; count < 50; count += 1) check(gate, { ...request, target: `${target}0` });
    expect(getAudit(check(gate, request))).toBe('accepted');
  });

  test('is refused after ten failures from its source', () => {
    const gate = new TestGate();
    for (let count = 0; count < 10; count += 1) check(gate, { ...signTestRequest(), headers: [] });
    expect(getAudit(check(gate, signTestRequest()))).toBe('rate_limited');
  });
});

const field = fc.stringMatching(/^[\x20-\x7e]{0,12}$/);
const fields = fc.record<SignedFields>({
  method: field,
  target: field,
  databaseId: field,
  replicaId: field,
  timestamp: field,
  nonce: field,
  bodySha256: field,
});

test('two different requests never have the same canonical text', () => {
  fc.assert(
    fc.property(fields, fields, (a, b) => {
      expect(canonicalRequest(a) === canonicalRequest(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
    sampled,
  );
});

test('parseAuthorization refuses arbitrary text and reads formatted credentials back', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (text) => parseAuthorization(text) === null),
    sampled,
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), fc.date({ noInvalidDate: true }), (signature, at) => {
      fc.pre(at.getUTCFullYear() >= 0 && at.getUTCFullYear() <= 9999);
      const timestamp = at.toISOString();
      const credentials = { replicaId: member.replica_id, keyId: member.key_id, timestamp, nonce: 'a0'.repeat(16) };
      const header = formatAuthorization({ ...credentials, signature });
      expect(parseAuthorization(header)).toEqual({ ...credentials, signature });
    }),
    sampled,
  );
});

test('base 64 matches the platform, and non-canonical spellings are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = toBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(fromBase64(text)).toEqual(bytes);
    }),
    sampled,
  );
  for (const text of ['A', 'AA', 'AAA', 'AB==', 'AAB=', '====', 'AA=A', 'A===', 'AAA-', 'AAAA=', ' AAA'])
    expect(fromBase64(text), text).toBeNull();
});

test('verifyHandshake accepts a proof only for its nonce, answer and key', () => {
  const body = { protocol: 'Service-Sync-v1', database_id: vectors.database_id };
  const proof = proveHandshake(crypto, signer.secretKey, 'a1', body);
  const publicKey = unhex(member.sign_pk);
  expect(verifyHandshake(crypto, publicKey, 'a1', { ...body, proof })).toBe(true);
  expect(verifyHandshake(crypto, publicKey, 'a2', { ...body, proof })).toBe(false);
  expect(verifyHandshake(crypto, publicKey, 'a1', { ...body, database_id: 'db_another', proof })).toBe(false);
  expect(verifyHandshake(crypto, crypto.signKeyPair().publicKey, 'a1', { ...body, proof })).toBe(false);
  expect(verifyHandshake(crypto, publicKey, 'a1', { ...body, proof: 'none' })).toBe(false);
});

describe('token buckets', () => {
  test('fill with the clock up to the burst', () => {
    let clock = 0;
    const buckets = new Buckets({ perMinute: 120, burst: 30 }, () => clock);
    const countTokens = () => {
      let count = 0;
      while (buckets.take('a')) count += 1;
      return count;
    };
    expect(countTokens()).toBe(30);
    expect(buckets.isEmpty('a')).toBe(true);
    expect(buckets.isEmpty('b')).toBe(false);
    clock += 1_000;
    expect(countTokens()).toBe(2);
    clock += 3_600_000;
    expect(countTokens()).toBe(30);
  });

  test('of more than 10,000 sources the least recently used are dropped', () => {
    const buckets = new Buckets({ perMinute: 10, burst: 1 }, () => 0);
    for (let count = 0; count <= 10_000; count += 1) buckets.take(`source ${count}`);
    expect(buckets.isEmpty('source 10000')).toBe(true);
    expect(buckets.isEmpty('source 0')).toBe(false);
  });
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('failures of %s are counted under %s', (address, source) => {
  expect(getSourceName(address)).toBe(source);
});
