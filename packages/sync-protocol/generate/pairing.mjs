import { computeKeyId, deriveRecoveryKeys, getPublicKeys } from '@notes/sync-protocol';
import {
  createJoinRequest,
  formatRecoveryCode,
  foundGroup,
  newInvitation,
  parsePairingCode,
  receiveRequest,
  splitRequestBox,
} from '@notes/sync-protocol/control';
import { fill, seededCrypto, withRandom } from './crypto.mjs';

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const NOW = Date.parse('2026-01-02T03:04:05.678Z');
const databaseId = 'db_040g2081040g2081040g208104';
const inviterReplicaId = 'rep_030c1g60r30c1g60r30c1g60r3';
const joinerReplicaId = `rep_0${'d'.repeat(25)}`;

const makeKeys = (crypto, seed) => ({
  sign: crypto.signKeyPair(fill(32, seed)),
  box: crypto.boxKeyPair(fill(32, seed + 1)),
});

const base64 = (bytes) => Buffer.from(bytes).toString('base64');

/**
 * Returns vectors of the same boxes over REST: valid requests, refused requests, and answers bound to other bytes than
 * the request box.
 */
function makeRestVectors(crypto, { id, keys }, requestBox, responseBox) {
  const request = splitRequestBox(id, requestBox);
  const { nonce, box } = request;
  const context = (sha256) =>
    Buffer.concat([Buffer.from('service-sync/pair/resp/1\0'), Buffer.from([0, id.length]), Buffer.from(id), sha256]);
  const bound = context(crypto.sha256(requestBox));
  const value = crypto.decrypt(responseBox.subarray(24), bound, responseBox.subarray(0, 24), keys.response);
  const boundTo = (bytes) => {
    const front = fill(24, 5);
    const sealed = crypto.encrypt(value, context(crypto.sha256(Buffer.from(bytes))), front, keys.response);
    return base64(Buffer.concat([front, sealed]));
  };
  return {
    request,
    request_box_sha256: hex(crypto.sha256(requestBox)),
    answer: { box: base64(responseBox) },
    not_requests: [
      [
        'a nonce of 23 bytes, the last of its bytes in front of the box',
        { nonce: base64(requestBox.subarray(0, 23)), box: base64(requestBox.subarray(23)) },
      ],
      ['no nonce, all in the box', { nonce: '', box: base64(requestBox) }],
      ['without padding', { nonce, box: box.replace(/=*$/, '').slice(0, -1) }],
      ['the alphabet of addresses', { nonce: base64(fill(24, 0xfb)).replaceAll('+', '-').replaceAll('/', '_'), box }],
      ['hexadecimal', { nonce: hex(requestBox.subarray(0, 24)), box }],
      ['another nonce', { nonce: base64(fill(24, 1)), box }],
    ],
    not_answers: [
      ['bound to the box without its nonce', boundTo(requestBox.subarray(24))],
      ['bound to the text of the box in base64', boundTo(base64(requestBox))],
      ['bound to the body of the request', boundTo(JSON.stringify(request))],
    ],
  };
}

/** Returns codes, and a pairing with all its boxes. */
export function pairing() {
  const fixed = withRandom((length) => fill(length, 8));
  const { code, invitation } = newInvitation(fixed, NOW);
  const secret = parsePairingCode(fixed, code);

  const crypto = seededCrypto('pairing');
  const recovery = getPublicKeys(deriveRecoveryKeys(crypto, fill(32, 9)));
  const inviter = {
    databaseId,
    replicaId: inviterReplicaId,
    name: 'first',
    keys: makeKeys(crypto, 1),
    mergeVersion: 1,
  };
  const { operation, epoch } = foundGroup(crypto, { ...inviter, recovery, now: NOW });
  const joiner = { replicaId: joinerReplicaId, name: 'second', keys: makeKeys(crypto, 11), now: NOW };
  const pending = createJoinRequest(crypto, secret, joiner);
  const reception = receiveRequest(crypto, invitation, pending.box, NOW);
  const granted = reception.grant({
    databaseId,
    inviterReplicaId,
    genesis: operation.id,
    epochs: [epoch],
    members: [operation],
    tlsCertSha256: '7'.repeat(64),
    carrier: { kind: 'rest', carrierId: null },
    bootstrap: 'operations',
    awaited: {},
  });
  return {
    codes: [
      { secret: hex(secret), code, invitation_id: invitation.id },
      { secret: hex(fill(32, 9)), recovery_code: formatRecoveryCode(fixed, fill(32, 9)) },
    ],
    not_codes: [
      ['a letter wrong', code.replace('0440G', '0440H')],
      ['a letter short', code.slice(0, -1)],
      ['a letter more', `${code}0`],
      ['a letter that is none', code.replace('0440G', '0440U')],
      ['a recovery code', formatRecoveryCode(fixed, fill(32, 9))],
      ['another type', `2${code.slice(1)}`],
    ],
    now: new Date(NOW).toISOString(),
    invitation: {
      id: invitation.id,
      request_key: hex(invitation.keys.request),
      response_key: hex(invitation.keys.response),
    },
    joiner: {
      replica_id: joinerReplicaId,
      name: joiner.name,
      sign_seed: hex(fill(32, 11)),
      box_seed: hex(fill(32, 12)),
      key_id: computeKeyId(crypto, getPublicKeys(joiner.keys)),
    },
    request_box: hex(pending.box),
    response_box: hex(granted.box),
    rest: makeRestVectors(crypto, invitation, pending.box, granted.box),
    grant: { database_id: databaseId, inviter_replica_id: inviterReplicaId, genesis: operation.id, epoch_id: epoch.id },
  };
}
