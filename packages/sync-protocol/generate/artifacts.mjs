import {
  computeArtifactName,
  computeKeyId,
  createRecoveryArtifact,
  encryptArtifact,
  getPublicKeys,
  makeEpoch,
} from '@notes/sync-protocol';
import { zlibCodec } from '@notes/sync-protocol/node';
import { fill, withRandom } from './crypto.mjs';

const crypto = withRandom((length) => fill(length, 7));
const keys = { sign: crypto.signKeyPair(fill(32, 1)), box: crypto.boxKeyPair(fill(32, 2)) };
const databaseId = 'db_040g2081040g2081040g208104';
const namespace = 'rep_030c1g60r30c1g60r30c1g60r3';
const epoch = makeEpoch(crypto, databaseId, 1, fill(32, 6));
const signer = { keyId: computeKeyId(crypto, getPublicKeys(keys)), secretKey: keys.sign.secretKey };
const recovery = crypto.boxKeyPair(fill(32, 8));

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const describeArtifact = (artifactClass, index, place, payload, bytes) => ({
  class: artifactClass,
  index,
  payload: hex(payload),
  size_bytes: bytes.length,
  sha256: hex(crypto.sha256(bytes)),
  name: computeArtifactName(crypto, place, bytes),
  artifact: hex(bytes),
});

function makeArtifact(artifactClass, index, payload, place = index) {
  const content = { databaseId, namespace, artifactClass, index, epoch, signer, payload };
  return describeArtifact(artifactClass, index, place, payload, encryptArtifact(crypto, zlibCodec, content));
}

/** Returns an artifact of each class, with the keys that open it. */
export function artifacts() {
  const about = { databaseId, namespace, index: 2, epoch, signer, recoveryKey: recovery.publicKey };
  const recoveryPayload = Buffer.concat([epoch.key, Buffer.from('0000000000000001', 'hex')]);
  return {
    database_id: databaseId,
    namespace,
    epoch: { id: epoch.id, number: 1, key: hex(epoch.key) },
    signer: { key_id: signer.keyId, sign_pk: hex(keys.sign.publicKey), seed: hex(fill(32, 1)) },
    recovery: { box_seed: hex(fill(32, 8)), box_pk: hex(recovery.publicKey) },
    nonce: hex(fill(24, 7)),
    artifacts: [
      makeArtifact('members', 7, Buffer.from('{"v":1}\n')),
      makeArtifact('ops', 1, Buffer.from('{"v":1}\n'.repeat(100))),
      makeArtifact('acks', 3, Buffer.alloc(0)),
      makeArtifact('blobs', 0, Buffer.from('a note'), '0'.repeat(32)),
      makeArtifact('snapshots', 2, fill(300, 255)),
    ],
    recovery_artifact: describeArtifact('recovery', 2, 2, recoveryPayload, createRecoveryArtifact(crypto, about)),
  };
}
