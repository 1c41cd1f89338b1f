import {
  computeKeyId,
  deriveBackupKey,
  deriveBlobLocator,
  deriveClassKey,
  deriveRecoveryKeys,
  getPublicKeys,
  makeEpoch,
} from '@notes/sync-protocol';
import { sodiumCrypto as crypto } from '@notes/sync-protocol/node';
import { fill } from './crypto.mjs';

const hex = (bytes) => Buffer.from(bytes).toString('hex');

/** Returns key ids, epochs with their derived keys, and the keys of a recovery code. */
export function keys() {
  const pairs = { sign: crypto.signKeyPair(fill(32, 1)), box: crypto.boxKeyPair(fill(32, 2)) };
  const databaseId = 'db_040g2081040g2081040g208104';
  const epoch = makeEpoch(crypto, databaseId, 1, fill(32, 6));
  const recovery = deriveRecoveryKeys(crypto, fill(32, 9));
  return {
    key_ids: [
      {
        sign_seed: hex(fill(32, 1)),
        box_seed: hex(fill(32, 2)),
        sign_pk: hex(pairs.sign.publicKey),
        box_pk: hex(pairs.box.publicKey),
        key_id: computeKeyId(crypto, getPublicKeys(pairs)),
      },
    ],
    seeds: [fill(32, 1), fill(32, 2), crypto.sha256(fill(0, 0))].map((seed) => {
      const [sign, box] = [crypto.signKeyPair(seed), crypto.boxKeyPair(seed)];
      return {
        seed: hex(seed),
        sign_pk: hex(sign.publicKey),
        sign_sk: hex(sign.secretKey),
        box_pk: hex(box.publicKey),
        box_sk: hex(box.secretKey),
      };
    }),
    epochs: [
      {
        database_id: databaseId,
        number: 1,
        epoch_key: hex(epoch.key),
        epoch_id: epoch.id,
        class_keys: Object.fromEntries(
          ['members', 'ops', 'acks', 'blobs', 'snapshots'].map((name) => [
            name,
            hex(deriveClassKey(crypto, epoch.key, name)),
          ]),
        ),
        backup_key: hex(deriveBackupKey(crypto, epoch.key)),
        locators: [0, 1].map((chunk) => ({
          sha256: hex(crypto.sha256(fill(0, 0))),
          chunk,
          locator: deriveBlobLocator(crypto, epoch.key, crypto.sha256(fill(0, 0)), chunk),
        })),
      },
    ],
    recovery: [
      {
        secret: hex(fill(32, 9)),
        sign_pk: hex(recovery.sign.publicKey),
        box_pk: hex(recovery.box.publicKey),
        key_id: computeKeyId(crypto, getPublicKeys(recovery)),
      },
    ],
  };
}
