import { computeKeyId, deriveRecoveryKeys, getPublicKeys } from '@notes/sync-protocol';
import { findRecoveredLog } from '@notes/sync-protocol/control';
import { GroupDevice } from '@notes/sync-protocol/testing';
import { formatOperation } from './control.mjs';
import { fill, seededCrypto } from './crypto.mjs';
import { group } from './scenarios.mjs';

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const [FIRST, SECOND, OTHER] = [fill(32, 9), fill(32, 10), fill(32, 11)];

const CASES = {
  'the first code, by the beginning that names its keys': ({ a }) => [FIRST, [a]],
  'a code that took the place of the first, by the operation that says so': ({ a, second }) => {
    a.replaceRecovery(second);
    return [SECOND, [a]];
  },
  'beside the beginning of another group': ({ a, second, stranger }) => {
    a.replaceRecovery(second);
    return [SECOND, [a, stranger()]];
  },
  'a code that was replaced': ({ a, second }) => {
    a.replaceRecovery(second);
    return [FIRST, [a]];
  },
  'a code that nothing introduces': ({ a }) => [OTHER, [a]],
  'two beginnings that name the keys of one code': ({ a, twin }) => [FIRST, [a, twin()]],
};

/**
 * Returns cases of operations in a folder with a recovery code: the id of the group's first operation, or the reason
 * why it cannot be determined.
 */
export function recovery() {
  return Object.entries(CASES).map(([name, make]) => {
    const { a, b, recovery: first } = group(`recovery ${name}`);
    const crypto = seededCrypto(`recovery keys ${name}`);
    const second = deriveRecoveryKeys(crypto, SECOND);
    const stranger = () =>
      GroupDevice.createFounder(seededCrypto('stranger'), `rep_0${'x'.repeat(25)}`, deriveRecoveryKeys(crypto, OTHER));
    const twin = () => GroupDevice.createFounder(seededCrypto('twin'), b.replicaId, first);
    const [secret, devices] = make({ a, second, stranger, twin });
    const operations = devices.flatMap(({ log }) => log.entries.map(({ operation }) => operation));
    const keyId = computeKeyId(crypto, getPublicKeys(deriveRecoveryKeys(crypto, secret)));
    const databaseId = operations[0].body.database_id;
    const found = findRecoveredLog(crypto, databaseId, operations, keyId);
    return {
      name,
      database_id: databaseId,
      recovery_secret: hex(secret),
      recovery_key: keyId,
      operations: operations.map(formatOperation),
      expected: found.ok ? { genesis: found.genesis } : { problem: found.problem },
    };
  });
}
