import {
  askToJoin,
  formatRecoveryCode,
  foundGroup,
  keyIdOf,
  newInvitation,
  parsePairingCode,
  publicKeysOf,
  receiveRequest,
  recoveryKeys,
} from '@notes/sync-protocol';
import { fill, seededCrypto, withRandom } from './crypto.mjs';

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const NOW = Date.parse('2026-01-02T03:04:05.678Z');
const databaseId = 'db_040g2081040g2081040g208104';
const inviterReplicaId = 'rep_030c1g60r30c1g60r30c1g60r3';
const joinerReplicaId = `rep_0${'d'.repeat(25)}`;

const keysOf = (crypto, seed) => ({
  sign: crypto.signKeyPair(fill(32, seed)),
  box: crypto.boxKeyPair(fill(32, seed + 1)),
});

/** Codes, and a pairing with all its boxes. */
export function pairing() {
  const fixed = withRandom((length) => fill(length, 8));
  const { code, invitation } = newInvitation(fixed, NOW);
  const secret = parsePairingCode(fixed, code);

  const crypto = seededCrypto('pairing');
  const recovery = publicKeysOf(recoveryKeys(crypto, fill(32, 9)));
  const inviter = { databaseId, replicaId: inviterReplicaId, name: 'first', keys: keysOf(crypto, 1), mergeVersion: 1 };
  const { operation, epoch } = foundGroup(crypto, { ...inviter, recovery, now: NOW });
  const joiner = { replicaId: joinerReplicaId, name: 'second', keys: keysOf(crypto, 11), now: NOW };
  const pending = askToJoin(crypto, secret, joiner);
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
      key_id: keyIdOf(crypto, publicKeysOf(joiner.keys)),
    },
    request_box: hex(pending.box),
    response_box: hex(granted.box),
    grant: { database_id: databaseId, inviter_replica_id: inviterReplicaId, genesis: operation.id, epoch_id: epoch.id },
  };
}
