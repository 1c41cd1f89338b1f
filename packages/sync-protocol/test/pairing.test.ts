import { sampleSeed, samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededCrypto } from '../generate/crypto.mjs';
import {
  cancelInvitation,
  createJoinRequest,
  formatRecoveryCode,
  foundGroup,
  type Grant,
  INVITATION_LIMITS,
  type Invitation,
  joinRequestBox,
  newInvitation,
  parsePairingCode,
  parseRecoveryCode,
  type RestPairRequest,
  readAnswer,
  receiveRequest,
  refreshInvitation,
  splitRequestBox,
} from '../src/control/index.js';
import { computeKeyId, deriveRecoveryKeys, getPublicKeys } from '../src/index.js';
import { sodiumCrypto as crypto } from '../src/node/index.js';
import { alterEachByte, createFixedCrypto, fill, hex, readVectors, unhex } from './support.js';

/** Samples of a property. */
const sampled = { ...sampleSeed(), numRuns: samples(100) };

const vectors = readVectors<{
  codes: [{ secret: string; code: string; invitation_id: string }, { secret: string; recovery_code: string }];
  not_codes: [string, string][];
  now: string;
  invitation: { id: string; request_key: string; response_key: string };
  joiner: { replica_id: string; name: string; sign_seed: string; box_seed: string; key_id: string };
  request_box: string;
  response_box: string;
  rest: {
    request: RestPairRequest;
    request_box_sha256: string;
    answer: { box: string };
    not_requests: [string, { nonce: string; box: string }][];
    not_answers: [string, string][];
  };
  grant: { database_id: string; inviter_replica_id: string; genesis: string; epoch_id: string };
}>('pairing');

const [{ code, secret: pairingSecret, invitation_id: invitationId }, recovery] = vectors.codes;
const secret = unhex(pairingSecret);
const now = Date.parse(vectors.now);
const joiner = {
  replicaId: vectors.joiner.replica_id,
  name: vectors.joiner.name,
  keys: {
    sign: crypto.signKeyPair(unhex(vectors.joiner.sign_seed)),
    box: crypto.boxKeyPair(unhex(vectors.joiner.box_seed)),
  },
  now,
};
const open = (): Invitation => newInvitation(createFixedCrypto(8), now).invitation;

const inviter = { databaseId: vectors.grant.database_id, replicaId: vectors.grant.inviter_replica_id, name: 'first' };
const inviterKeys = { sign: crypto.signKeyPair(fill(32, 1)), box: crypto.boxKeyPair(fill(32, 2)) };
const { operation, epoch } = foundGroup(seededCrypto('group'), {
  ...inviter,
  keys: inviterKeys,
  recovery: getPublicKeys(deriveRecoveryKeys(crypto, fill(32, 9))),
  mergeVersion: 1,
  now,
});
const grant: Grant = {
  databaseId: inviter.databaseId,
  inviterReplicaId: inviter.replicaId,
  genesis: operation.id,
  epochs: [epoch],
  members: [operation],
  tlsCertSha256: null,
  carrier: { kind: 'directory', carrierId: 'c' },
  bootstrap: 'snapshot',
  awaited: { [inviter.replicaId]: 7 },
};

describe('the pairing vectors', () => {
  test('a code encodes its secret and derives its invitation', () => {
    expect(newInvitation(createFixedCrypto(8), now)).toMatchObject({
      code,
      invitation: { id: invitationId, state: 'open' },
    });
    expect(hex(parsePairingCode(crypto, code) ?? fill(0, 0))).toBe(pairingSecret);
    expect(hex(open().keys?.request ?? fill(0, 0))).toBe(vectors.invitation.request_key);
    expect(hex(open().keys?.response ?? fill(0, 0))).toBe(vectors.invitation.response_key);
    expect(formatRecoveryCode(crypto, unhex(recovery.secret))).toBe(recovery.recovery_code);
    expect(hex(parseRecoveryCode(crypto, recovery.recovery_code) ?? fill(0, 0))).toBe(recovery.secret);
  });

  test.each(vectors.not_codes)('parsePairingCode refuses: %s', (_, text) => {
    expect(parsePairingCode(crypto, text)).toBeNull();
  });

  test('the boxes decrypt to the request and the grant', () => {
    const reception = receiveRequest(crypto, open(), unhex(vectors.request_box), now);
    if (reception.kind !== 'join') throw new Error(reception.kind);
    const { replicaId, name, keys } = reception.request;
    expect({ replicaId, name, keyId: computeKeyId(crypto, keys) }).toEqual({
      replicaId: joiner.replicaId,
      name: joiner.name,
      keyId: vectors.joiner.key_id,
    });
    const pending = { invitationId, box: unhex(vectors.request_box) };
    expect(readAnswer(crypto, secret, joiner, pending, unhex(vectors.response_box))).toMatchObject({
      databaseId: vectors.grant.database_id,
      inviterReplicaId: vectors.grant.inviter_replica_id,
      genesis: vectors.grant.genesis,
      epochs: [{ id: vectors.grant.epoch_id, number: 1 }],
      members: [{ id: vectors.grant.genesis }],
    });
  });
});

describe('the vectors for pairing over REST [SYNC-SPEC-PAIRING]', () => {
  const { rest } = vectors;
  const requestBox = unhex(vectors.request_box);
  const pending = { invitationId, box: requestBox };

  test('the request box is split after its nonce, and the answer is bound to the whole box', () => {
    expect(splitRequestBox(invitationId, requestBox)).toEqual(rest.request);
    expect(hex(joinRequestBox(rest.request) ?? fill(0, 0))).toBe(vectors.request_box);
    expect(hex(crypto.sha256(requestBox))).toBe(rest.request_box_sha256);
    const answer = new Uint8Array(Buffer.from(rest.answer.box, 'base64'));
    expect(hex(answer)).toBe(vectors.response_box);
    expect(readAnswer(crypto, secret, joiner, pending, answer)?.genesis).toBe(vectors.grant.genesis);
  });

  test.each(rest.not_requests)('an invalid request is refused: %s', (_, parts) => {
    const box = joinRequestBox(parts);
    expect(box === null || receiveRequest(crypto, open(), box, now).kind === 'refused').toBe(true);
  });

  test.each(rest.not_answers)('an invalid answer is refused: %s', (_, box) => {
    expect(readAnswer(crypto, secret, joiner, pending, new Uint8Array(Buffer.from(box, 'base64')))).toBeNull();
  });
});

test('an answer contains what the new device must have before it publishes anything, if there is something [SYNC-WAIT]', () => {
  const { pending, box } = join(open());
  expect(readAnswer(crypto, secret, joiner, pending, box)?.awaited).toEqual(grant.awaited);
  expect(
    readAnswer(crypto, secret, joiner, { invitationId, box: unhex(vectors.request_box) }, unhex(vectors.response_box))
      ?.awaited,
  ).toEqual({});
});

describe('codes', () => {
  test('parse with spaces, lower case and easily confused letters', () => {
    const written = code.toLowerCase().replace(/-/g, ' ').replace('0440g', 'o44og').replace('g208 1', 'g208 l');
    expect(hex(parsePairingCode(crypto, `  ${written}\n`) ?? fill(0, 0))).toBe(pairingSecret);
    expect(parsePairingCode(crypto, code.replaceAll('1', 'I'))).not.toBeNull();
  });

  test('parse back to their secret, and any other text is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.string({ maxLength: 60 }), (bytes, text) => {
        expect(parseRecoveryCode(crypto, formatRecoveryCode(crypto, bytes))).toEqual(bytes);
        expect(parseRecoveryCode(crypto, text)).toBeNull();
        expect(parsePairingCode(crypto, text)).toBeNull();
      }),
      sampled,
    );
  });
});

function join(invitation: Invitation, pending = createJoinRequest(crypto, secret, joiner), at = now) {
  const reception = receiveRequest(crypto, invitation, pending.box, at);
  if (reception.kind !== 'join') throw new Error(reception.kind);
  return { pending, ...reception.grant(grant) };
}

describe('[SYNC-INVITATION] an invitation', () => {
  test('is spent by the first valid request, which gets its answer again for ten minutes; another request is refused', () => {
    const { pending, invitation, box } = join(open());
    expect(invitation).toMatchObject({ state: 'spent', keys: null });
    expect(readAnswer(crypto, secret, joiner, pending, box)).toEqual({
      ...grant,
      epochs: [{ ...epoch, key: Buffer.from(epoch.key) }],
      members: [{ ...operation, bytes: new Uint8Array(operation.bytes) }],
    });

    const until = now + INVITATION_LIMITS.answerMs;
    expect(receiveRequest(crypto, invitation, pending.box, until - 1)).toMatchObject({ kind: 'again', box });
    expect(receiveRequest(crypto, invitation, pending.box, until)).toMatchObject({
      kind: 'refused',
      invitation: { answer: null },
    });
    expect(receiveRequest(crypto, invitation, createJoinRequest(crypto, secret, joiner).box, now).kind).toBe('refused');
  });

  test('expires and erases its keys', () => {
    const { box } = createJoinRequest(crypto, secret, joiner);
    expect(receiveRequest(crypto, open(), box, now + INVITATION_LIMITS.lifetimeMs - 1).kind).toBe('join');
    const late = receiveRequest(crypto, open(), box, now + INVITATION_LIMITS.lifetimeMs);
    expect(late).toMatchObject({ kind: 'refused', invitation: { state: 'expired', keys: null } });
    expect(refreshInvitation(open(), now)).toEqual(open());
  });

  test('has a lifetime of 1 second to 1 day', () => {
    for (const lifetime of [0, 999, 24 * 3_600_000 + 1, Number.NaN])
      expect(() => newInvitation(crypto, now, lifetime), `${lifetime}`).toThrow(RangeError);
    expect(newInvitation(crypto, now, 24 * 3_600_000).invitation.expiresAt).toBe(now + 24 * 3_600_000);
  });

  test('can be cancelled while it is open, but not when it is spent', () => {
    const { box } = createJoinRequest(crypto, secret, joiner);
    expect(receiveRequest(crypto, cancelInvitation(open()), box, now)).toMatchObject({
      kind: 'refused',
      invitation: { keys: null },
    });
    const { invitation } = join(open());
    expect(cancelInvitation(invitation)).toBe(invitation);
  });

  test('is locked after five invalid boxes', () => {
    let invitation = open();
    for (let count = 1; count <= 5; count += 1) {
      expect(invitation.state).toBe('open');
      const reception = receiveRequest(crypto, invitation, fill(100, count), now);
      if (reception.kind === 'refused') invitation = reception.invitation;
    }
    expect(invitation).toMatchObject({ state: 'locked', keys: null, failures: 5 });
    expect(receiveRequest(crypto, invitation, createJoinRequest(crypto, secret, joiner).box, now).kind).toBe('refused');
  });
});

test('an invitation counts the same invalid box once [SYNC-INVITATION]', () => {
  const { box } = createJoinRequest(crypto, secret, joiner);
  let invitation = open();
  for (let count = 1; count <= 6; count += 1) {
    const reception = receiveRequest(crypto, invitation, box.subarray(0, 100), now);
    if (reception.kind === 'refused') invitation = reception.invitation;
  }
  expect(invitation).toMatchObject({ state: 'open', failures: 1 });
  expect(join(invitation).invitation).toMatchObject({ state: 'spent', failedRequestSha256: null });
});

describe('pairing boxes', () => {
  test('with any altered byte are refused by both sides', () => {
    const { pending, box } = join(open());
    for (const [at, bytes] of alterEachByte(pending.box))
      expect(receiveRequest(crypto, open(), bytes, now).kind, `${at}`).toBe('refused');
    for (const [at, bytes] of alterEachByte(box))
      expect(readAnswer(crypto, secret, joiner, pending, bytes), `${at}`).toBeNull();
  });

  test('made with another code are refused', () => {
    const other = newInvitation(crypto, now);
    const otherSecret = parsePairingCode(crypto, other.code) as Uint8Array;
    expect(receiveRequest(crypto, other.invitation, createJoinRequest(crypto, secret, joiner).box, now).kind).toBe(
      'refused',
    );
    const { pending, box } = join(open());
    expect(readAnswer(crypto, otherSecret, joiner, pending, box)).toBeNull();
  });

  test('an answer opens only for its request and the keys of the requester', () => {
    const { pending, box } = join(open());
    expect(readAnswer(crypto, secret, joiner, createJoinRequest(crypto, secret, joiner), box)).toBeNull();
    const stranger = { sign: crypto.signKeyPair(), box: crypto.boxKeyPair() };
    expect(readAnswer(crypto, secret, { keys: stranger }, pending, box)).toBeNull();
  });

  test('a request with a public key of another replica is refused', () => {
    const stolen = {
      ...joiner,
      keys: { ...joiner.keys, sign: { ...crypto.signKeyPair(), publicKey: inviterKeys.sign.publicKey } },
    };
    expect(receiveRequest(crypto, open(), createJoinRequest(crypto, secret, stolen).box, now).kind).toBe('refused');
  });

  test('a grant contains the first operations of a long control log that fit into a box', () => {
    const members = new Array<typeof operation>(2_000).fill(operation);
    const reception = receiveRequest(crypto, open(), createJoinRequest(crypto, secret, joiner).box, now);
    if (reception.kind !== 'join') throw new Error(reception.kind);
    const epochs = new Array<typeof epoch>(100).fill(epoch);
    expect(reception.grant({ ...grant, members, epochs }).box.length).toBeLessThan(65_536);
  });
});
