import { computeKeyId, getPublicKeys } from '@notes/sync-protocol';
import { canonicalRequest, PEER_REPLIES, replyBody, signRequest } from '@notes/sync-protocol/auth';
import { fill, withRandom } from './crypto.mjs';

const NOW = '2026-01-02T03:04:05.678Z';
const databaseId = 'db_040g2081040g2081040g208104';
const list = `/api/v1/sync/carrier/rep_030c1g60r30c1g60r30c1g60r3/ops?after=0000000000000007&limit=500`;
const put = '/api/v1/sync/carrier/acks/0000000000000001-00000000000000000000000000000000';

const crypto = withRandom((length) => fill(length, 5));
const hex = (bytes) => Buffer.from(bytes).toString('hex');

function peer(replicaId, seed, active) {
  const keys = { sign: crypto.signKeyPair(fill(32, seed)), box: crypto.boxKeyPair(fill(32, seed + 1)) };
  const keyId = computeKeyId(crypto, getPublicKeys(keys));
  return { replicaId, keyId, active, seed, signer: { keyId, secretKey: keys.sign.secretKey }, keys };
}

const member = peer('rep_030c1g60r30c1g60r30c1g60r3', 1, true);
const other = peer('rep_0a0m2g9050m2g9050m2g9050m2', 11, true);
const revoked = peer('rep_0b0m2g9050m2g9050m2g9050m2', 21, false);
const stranger = peer('rep_0c0m2g9050m2g9050m2g9050m2', 31, true);

function authorization({
  by = member,
  as = by,
  method = 'GET',
  target = list,
  now = NOW,
  body = '',
  database = databaseId,
}) {
  const request = { method, target, databaseId: database, replicaId: as.replicaId, signer: by.signer };
  return signRequest(crypto, { ...request, now: Date.parse(now), body: Buffer.from(body) }).authorization;
}

/** Returns a request, its answer, and the state of the gate before it: by default no requests and no failures. */
function entry(name, expected, { sent = {}, headers, ...how } = {}) {
  const { method = 'GET', target = list, body = '' } = { ...how, ...sent };
  const value = how.authorization ?? authorization(how);
  return {
    name,
    request: { method, target, headers: headers?.(value) ?? ['Host', 'localhost', 'Authorization', value], body },
    state: how.state ?? {},
    expected,
  };
}

const makeRefusal = (code, audit, known = member) => ({
  status: PEER_REPLIES[code].status,
  body: replyBody(code),
  audit,
  key_id: known?.keyId ?? null,
});
const makeAcceptance = (by) => ({ replica_id: by.replicaId, key_id: by.keyId });
const malformed = makeRefusal('unauthorized', 'malformed', null);
const withHeader = (name, value) => (authorized) => ['Authorization', authorized, name, value];
const editAuthorization = (edit) => ({ authorization: edit(authorization({})) });

const forms = [
  ['no credentials', { headers: () => [] }],
  ['two credentials', { headers: (value) => ['Authorization', value, 'authorization', value] }],
  ['another scheme', editAuthorization((value) => value.replace('Service-Sync-v1', 'service-sync-v1'))],
  ['another order', editAuthorization((value) => value.replace(/(replica="[^"]*"), (key="[^"]*")/, '$2, $1'))],
  ['no space after a comma', editAuthorization((value) => value.replace(', key', ',key'))],
  ['a field more', editAuthorization((value) => `${value}, x="1"`)],
  ['a space behind', editAuthorization((value) => `${value} `)],
  ['a nonce in upper case', editAuthorization((value) => value.replace(/nonce="[^"]*"/, `nonce="${'AB'.repeat(16)}"`))],
  ['a time without milliseconds', editAuthorization((value) => value.replace('.678Z', 'Z'))],
  ['a time with an offset', editAuthorization((value) => value.replace('05.678Z', '05+00:00'))],
  ['a day there is not', editAuthorization((value) => value.replace('2026-01-02', '2026-02-30'))],
  ['a signature with bits that stand for nothing', editAuthorization((value) => value.replace('w=="', 'x=="'))],
  ['a signature without padding', editAuthorization((value) => value.replace('=="', '"'))],
  ['an id of another kind', editAuthorization((value) => value.replace('rep_', 'doc_'))],
  ['an id that is too large', editAuthorization((value) => value.replace('key_5', 'key_8'))],
  ['more than 512 bytes', editAuthorization((value) => value.padEnd(513))],
  ['a body where there is none', { headers: withHeader('Content-Length', '1') }],
  ['a body of unknown length where there is none', { headers: withHeader('Transfer-Encoding', 'chunked') }],
  ['an encoded body', { method: 'PUT', target: put, headers: withHeader('Content-Encoding', 'gzip') }],
  ['an escaped query', { sent: { target: `${list}%30` } }],
  ['an empty query', { sent: { target: list.replace(/\?.*/, '?') } }],
];

const browser = makeRefusal('browser_context_refused', 'malformed', null);
const forged = makeRefusal('unauthorized', 'bad_signature');
const stale = makeRefusal('unauthorized', 'stale_timestamp');
const full = makeRefusal('rate_limited', 'rate_limited');
const nonce = hex(fill(16, 5));

const entries = () => [
  entry('a request of a member', makeAcceptance(member)),
  entry('a request with a body', makeAcceptance(member), { method: 'PUT', target: put, body: 'sealed' }),
  entry('a request of another member', makeAcceptance(other), { by: other }),
  entry('a clock 60 s behind', makeAcceptance(member), { now: '2026-01-02T03:03:05.678Z' }),
  entry('a clock 60 s ahead', makeAcceptance(member), { now: '2026-01-02T03:05:05.678Z' }),
  ...['Origin', 'cookie', 'REFERER'].map((name) => entry(`${name}`, browser, { headers: withHeader(name, '') })),
  entry('too many failures', makeRefusal('rate_limited', 'rate_limited', null), { state: { failures_spent: true } }),
  ...forms.map(([name, how]) => entry(name, malformed, how)),
  entry('a key nobody has enrolled', makeRefusal('not_enrolled', 'unenrolled_key', null), { by: stranger }),
  entry('a key that was revoked', makeRefusal('not_enrolled', 'unenrolled_key', revoked), { by: revoked }),
  entry('a clock more than 60 s behind', stale, { now: '2026-01-02T03:03:05.677Z' }),
  entry('a clock more than 60 s ahead', stale, { now: '2026-01-02T03:05:05.679Z' }),
  entry('a time of which nonces were forgotten', stale, { state: { floor: NOW } }),
  entry('another method', forged, { sent: { method: 'HEAD' } }),
  entry('another path', forged, { sent: { target: list.replace('ops', 'acks') } }),
  entry('another query', forged, { sent: { target: list.replace('limit=500', 'limit=501') } }),
  entry('no query', forged, { sent: { target: list.replace(/\?.*/, '') } }),
  entry('another library', forged, { database: 'db_040g2081040g2081040g208105' }),
  entry(
    'another replica',
    forged,
    editAuthorization((value) => value.replace(member.replicaId, other.replicaId)),
  ),
  entry(
    'another time',
    forged,
    editAuthorization((value) => value.replace('05.678Z', '05.679Z')),
  ),
  entry(
    'another nonce',
    forged,
    editAuthorization((value) => value.replace(nonce, nonce.replace('05', '06'))),
  ),
  entry('another body', forged, { method: 'PUT', target: put, body: 'sealed', sent: { body: 'Sealed' } }),
  entry(
    'another signature',
    forged,
    editAuthorization((value) => value.replace('sig="P', 'sig="Q')),
  ),
  entry('the key of another', makeRefusal('unauthorized', 'bad_signature', other), {
    ...editAuthorization((value) => value.replace(member.keyId, other.keyId)),
  }),
  entry('the same request again', makeRefusal('unauthorized', 'replayed_nonce'), { state: { spent: [nonce] } }),
  entry('in the name of another', makeRefusal('unauthorized', 'wrong_principal'), { by: member, as: other }),
  entry('too many requests', full, { state: { requests_spent: true } }),
  entry('too many requests to remember', full, { state: { nonces_full: true } }),
];

/** Returns the signed text, targets, requests with their answers, and all possible answers. */
export function requests() {
  const fields = { method: 'GET', target: list, databaseId, replicaId: member.replicaId, timestamp: NOW, nonce };
  const text = canonicalRequest({ ...fields, bodySha256: hex(crypto.sha256(Buffer.alloc(0))) });
  const signature = Buffer.from(crypto.sign(Buffer.from(text), member.signer.secretKey)).toString('base64');
  return {
    database_id: databaseId,
    now: NOW,
    peers: [member, other, revoked].map(({ replicaId, keyId, seed, active, keys }) => ({
      replica_id: replicaId,
      key_id: keyId,
      sign_seed: hex(fill(32, seed)),
      sign_pk: hex(keys.sign.publicKey),
      active,
    })),
    canonical: { text, sha256: hex(crypto.sha256(Buffer.from(text))), signature },
    targets: {
      good: [list, put, '/api/v1/sync/pair', '/api/v1/sync/handshake', '/api/v1/sync/a/..b/c~?a=b-._~&c'],
      path: [
        '/api/v1/sync',
        '/api/v1/sync/',
        '/api/v1/sync/pair/',
        '/api/v1/sync//pair',
        '/api/v1/sync/../notes',
        '/api/v1/sync/./pair',
        '/api/v1/sync/p%61ir',
        '/api/v1/sync/pair#',
        '/api/v1/synchronise/pair',
        'http://localhost/api/v1/sync/pair',
        '/API/v1/sync/pair',
        '/api/v1/sync/pair\n',
      ],
      query: [
        '/api/v1/sync/pair?',
        '/api/v1/sync/pair?a=%20',
        '/api/v1/sync/pair?a?',
        `/api/v1/sync/pair?${'a'.repeat(513)}`,
      ],
    },
    requests: entries(),
    replies: Object.fromEntries(
      Object.entries(PEER_REPLIES).map(([code, { status }]) => [code, { status, body: replyBody(code) }]),
    ),
  };
}
