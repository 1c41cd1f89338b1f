import {
  computeArtifactName,
  computeKeyId,
  deriveRecoveryKeys,
  encryptArtifact,
  getPublicKeys,
  openArtifact,
} from '@notes/sync-protocol';
import {
  createJoinRequest,
  foundGroup,
  getControlState,
  newInvitation,
  parsePairingCode,
  readAnswer,
  receiveRequest,
  writeControl,
} from '@notes/sync-protocol/control';
import { sodiumCrypto as crypto, zlibCodec } from '@notes/sync-protocol/node';

const databaseId = 'db_01jd8x3v5e8q6m2r9t4w7y0a1b';
const now = Date.now();
const newKeys = () => ({ sign: crypto.signKeyPair(), box: crypto.boxKeyPair() });

// The first device creates a group with itself as the only member.
const laptop = { replicaId: 'rep_01jd8x3v5e8q6m2r9t4w7y0a1c', name: 'laptop', keys: newKeys(), now };
const recovery = getPublicKeys(deriveRecoveryKeys(crypto, crypto.random(32)));
const { log, operation, epoch } = foundGroup(crypto, { ...laptop, databaseId, recovery, mergeVersion: 1 });
const signer = { keyId: computeKeyId(crypto, getPublicKeys(laptop.keys)), secretKey: laptop.keys.sign.secretKey };

// The first device shows a code. The second device sends a request with it, is admitted, and receives the group.
const { code, invitation } = newInvitation(crypto, now);
const phone = { replicaId: 'rep_01jd8x3v5e8q6m2r9t4w7y0a1d', name: 'phone', keys: newKeys(), now };
const pending = createJoinRequest(crypto, parsePairingCode(crypto, code), phone);

const { request, grant } = receiveRequest(crypto, invitation, pending.box, now);
writeControl(crypto, log, { replicaId: laptop.replicaId, signer }, now, {
  kind: 'member.add',
  ...request.enrolled,
  name: request.name,
  invitation_id: invitation.id,
  epochs: [epoch.id],
});
const answer = grant({
  databaseId,
  inviterReplicaId: laptop.replicaId,
  genesis: operation.id,
  epochs: [epoch],
  members: log.entries.map((entry) => entry.operation),
  tlsCertSha256: null,
  carrier: { kind: 'directory', carrierId: null },
  bootstrap: 'operations',
  awaited: {},
});
const granted = readAnswer(crypto, parsePairingCode(crypto, code), phone, pending, answer.box);
console.log(granted.databaseId === databaseId, granted.members.length); // true 2
console.log(Array.from(getControlState(log).members.values(), ({ name }) => name)); // [ 'laptop', 'phone' ]

// The phone can open what the laptop publishes; the carrier cannot.
const location = { databaseId, namespace: laptop.replicaId, artifactClass: 'ops', index: 1 };
const payload = new TextEncoder().encode('what was done');
const artifact = encryptArtifact(crypto, zlibCodec, { ...location, epoch, signer, payload });
console.log(artifact.length, computeArtifactName(crypto, 1, artifact).slice(0, 17)); // 412 0000000000000001-

const keys = getControlState(log).keys;
const reader = {
  signerKey: (keyId) => keys.get(keyId)?.keys.sign ?? null,
  epochKey: (id) => granted.epochs.find((held) => held.id === id)?.key ?? null,
};
const opened = openArtifact(crypto, zlibCodec, { ...location, ...reader, artifact });
console.log(new TextDecoder().decode(opened.payload)); // what was done

artifact[100] ^= 1;
console.log(openArtifact(crypto, zlibCodec, { ...location, ...reader, artifact })); // { ok: false, problem: 'signature' }
