import { deriveRecoveryKeys } from '@notes/sync-protocol';
import { GroupDevice } from '@notes/sync-protocol/testing';
import { fill, seededCrypto } from './crypto.mjs';

const replica = (letter) => `rep_0${letter.repeat(25)}`;
const RECOVERY_SECRET = fill(32, 9);

/** Creates a group of three: A founded it and added B and C, and all know this. */
export function group(seed) {
  const crypto = seededCrypto(seed);
  const recovery = deriveRecoveryKeys(crypto, RECOVERY_SECRET);
  const a = GroupDevice.createFounder(crypto, replica('a'), recovery);
  const b = a.invite(replica('b'));
  const c = a.invite(replica('c'));
  b.learn(a);
  return { crypto, recovery, a, b, c };
}

/**
 * Histories of a group whose members only learn of others' operations where a scenario says so. The final reader has
 * all operations.
 */
export const SCENARIOS = {
  'those who were added add others': ({ b }) => {
    const d = b.invite(replica('d'));
    return [d.invite(replica('e'))];
  },
  'a key is replaced by another of the same replica': ({ b }) => {
    const former = b.keyId;
    b.rotate();
    b.revoke(former, false);
    return [b];
  },
  'a removal with a new epoch': ({ a, b }) => {
    a.revoke(b.keyId);
    return [a];
  },
  'a removal that leaves the epoch': ({ a, b }) => {
    a.revoke(b.keyId, false);
    return [a];
  },
  'a removal whose new epoch is missing': ({ a, b }) => {
    a.write({ kind: 'member.revoke_key', replica_id: b.replicaId, revoked_key_id: b.keyId, mint: true });
    return [a];
  },
  'two remove each other at once': ({ a, b }) => {
    a.revoke(b.keyId);
    b.revoke(a.keyId);
    return [a, b];
  },
  'two remove each other, one knowing of it': ({ a, b }) => {
    b.revoke(a.keyId);
    a.learn(b);
    a.revoke(b.keyId);
    return [a];
  },
  'three remove one another in a circle at once': ({ a, b, c }) => {
    a.revoke(b.keyId, false);
    b.revoke(c.keyId, false);
    c.revoke(a.keyId, false);
    return [a, b, c];
  },
  'a removal by one who is removed at once by a third': ({ a, b, c }) => {
    a.revoke(b.keyId, false);
    c.revoke(a.keyId, false);
    return [a, c];
  },
  'somebody adds while being removed': ({ a, b }) => {
    const d = b.invite(replica('d'));
    const e = d.invite(replica('e'));
    a.revoke(b.keyId);
    return [a, e];
  },
  'somebody adds before being removed': ({ a, b }) => {
    const d = b.invite(replica('d'));
    a.learn(b);
    a.revoke(b.keyId);
    d.invite(replica('e'));
    return [a, d];
  },
  'somebody adds a further key while being removed': ({ a, b }) => {
    a.revoke(b.keyId);
    b.rotate();
    b.invite(replica('d'));
    return [a, b];
  },
  'a removal by one who was let in while its host was removed': ({ a, b }) => {
    const d = b.invite(replica('d'));
    d.revoke(a.keyId);
    a.revoke(b.keyId);
    return [a, d];
  },
  'two epochs are minted at once': ({ a, b }) => {
    a.mint();
    b.mint();
    return [a, b];
  },
  'a later epoch that is minted at once includes the removed': ({ a, b, c }) => {
    a.revoke(c.keyId);
    b.mint();
    b.mint();
    return [a, b];
  },
  'an epoch that is minted while somebody is added': ({ a, b }) => {
    a.mint();
    return [b.invite(replica('d')), a];
  },
  'an epoch that is shared with who was added meanwhile': ({ a, b }) => {
    a.mint();
    b.learn(a);
    const d = b.invite(replica('d'));
    a.mint();
    a.learn(d);
    a.maintain();
    return [a];
  },
  'an epoch of one who is removed at once': ({ a, b }) => {
    b.mint();
    a.revoke(b.keyId, false);
    return [a, b];
  },
  'a retirement': ({ a, b }) => {
    a.retire(b.replicaId);
    return [a];
  },
  'a retirement while the retired goes on': ({ a, b }) => {
    b.write({ kind: 'snapshot.permit', replica_id: b.replicaId, granted: true });
    a.retire(b.replicaId);
    return [a, b];
  },
  'a retirement that names the last segment': ({ a, b }) => {
    const final = { index: 7, sha256: '7'.repeat(64) };
    a.write({ kind: 'member.retire', replica_id: b.replicaId, final });
    return [a];
  },
  'two add one replica at once with different keys': ({ a, b }) => {
    const [theirs, mine] = [b.invite(replica('d')), a.invite(replica('d'))];
    theirs.write({ kind: 'policy.set', merge_version: 7 });
    return [theirs, mine];
  },
  'permissions and policy': ({ a, b, c }) => {
    a.write({ kind: 'snapshot.permit', replica_id: c.replicaId, granted: true });
    a.write({ kind: 'policy.set', merge_version: 3 });
    b.write({ kind: 'policy.set', merge_version: 2 });
    b.learn(a);
    b.write({ kind: 'snapshot.permit', replica_id: b.replicaId, granted: true });
    b.write({ kind: 'snapshot.permit', replica_id: c.replicaId, granted: false });
    return [b];
  },
  'the recovery code adds a device and retires those that were lost': ({ a, b, c, recovery }) => {
    const d = a.invite(replica('d'), recovery);
    for (const lost of [a, b, c]) d.retire(lost.replicaId);
    return [d];
  },
  'the recovery code removes who replaces it at once': ({ b, c, crypto, recovery }) => {
    b.replaceRecovery(deriveRecoveryKeys(crypto, fill(32, 10)));
    c.revoke(b.keyId, true, recovery);
    return [b, c];
  },
  'a recovery code after it was replaced': ({ a, b, crypto, recovery }) => {
    a.replaceRecovery(deriveRecoveryKeys(crypto, fill(32, 10)));
    b.learn(a);
    b.invite(replica('d'), recovery);
    a.invite(replica('e'), deriveRecoveryKeys(crypto, fill(32, 10)));
    return [a, b];
  },
};
