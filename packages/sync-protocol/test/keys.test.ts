import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  compareEpochs,
  computeKeyId,
  deriveBackupKey,
  deriveBlobLocator,
  deriveClassKey,
  deriveRecoveryKeys,
  getPublicKeys,
  makeEpoch,
  mintEpoch,
} from '../src/index.js';
import { parseKeyId } from '../src/keys/key-id.js';
import { sodiumCrypto as crypto } from '../src/node/index.js';
import { fill, hex, readVectors, unhex } from './support.js';

type Texts<Names extends string> = Readonly<Record<Names, string>>;

const vectors = readVectors<{
  key_ids: Texts<'sign_seed' | 'box_seed' | 'sign_pk' | 'box_pk' | 'key_id'>[];
  seeds: Texts<'seed' | 'sign_pk' | 'sign_sk' | 'box_pk' | 'box_sk'>[];
  epochs: (Texts<'database_id' | 'epoch_key' | 'epoch_id' | 'backup_key'> & {
    number: number;
    class_keys: Record<string, string>;
    locators: { sha256: string; chunk: number; locator: string }[];
  })[];
  recovery: Texts<'secret' | 'sign_pk' | 'box_pk' | 'key_id'>[];
}>('keys');

describe('the key vectors', () => {
  test.each(vectors.key_ids)('key pair: $key_id', (vector) => {
    const keys = {
      sign: crypto.signKeyPair(unhex(vector.sign_seed)),
      box: crypto.boxKeyPair(unhex(vector.box_seed)),
    };
    expect(hex(keys.sign.publicKey)).toBe(vector.sign_pk);
    expect(hex(keys.box.publicKey)).toBe(vector.box_pk);
    expect(computeKeyId(crypto, getPublicKeys(keys))).toBe(vector.key_id);
  });

  test.each(vectors.seeds)('seed $seed [SYNC-SPEC-KEYS]', (vector) => {
    const [sign, box] = [crypto.signKeyPair(unhex(vector.seed)), crypto.boxKeyPair(unhex(vector.seed))];
    expect([hex(sign.publicKey), hex(sign.secretKey)]).toEqual([vector.sign_pk, vector.sign_sk]);
    expect([hex(box.publicKey), hex(box.secretKey)]).toEqual([vector.box_pk, vector.box_sk]);
    // RFC 8032: a secret key is the seed and the public key. The box scalar is derived from the SHA-512 of the seed.
    expect(vector.sign_sk).toBe(vector.seed + vector.sign_pk);
    expect(vector.box_sk).toBe(createHash('sha512').update(unhex(vector.seed)).digest('hex').slice(0, 64));
  });

  test.each(vectors.epochs)('epoch $epoch_id', (vector) => {
    const epoch = makeEpoch(crypto, vector.database_id, vector.number, unhex(vector.epoch_key));
    expect(epoch.id).toBe(vector.epoch_id);
    for (const [name, key] of Object.entries(vector.class_keys))
      expect(hex(deriveClassKey(crypto, epoch.key, name as 'ops'))).toBe(key);
    expect(hex(deriveBackupKey(crypto, epoch.key))).toBe(vector.backup_key);
    for (const { sha256, chunk, locator } of vector.locators)
      expect(deriveBlobLocator(crypto, epoch.key, unhex(sha256), chunk)).toBe(locator);
  });

  test.each(vectors.recovery)('recovery code: $key_id', (vector) => {
    const keys = deriveRecoveryKeys(crypto, unhex(vector.secret));
    expect(hex(keys.sign.publicKey)).toBe(vector.sign_pk);
    expect(hex(keys.box.publicKey)).toBe(vector.box_pk);
    expect(computeKeyId(crypto, getPublicKeys(keys))).toBe(vector.key_id);
  });
});

test.each([
  ['no prefix', '5q185yspnstm5hb238777h5hzm'],
  ['another prefix', 'rep_5q185yspnstm5hb238777h5hzm'],
  ['too short', 'key_5q185yspnstm5hb238777h5hz'],
])('a text with %s is not a key id', (_, text) => {
  expect(parseKeyId(text)).toBeNull();
});

test('the id of an epoch commits to its library, number and key', () => {
  const ids = [
    makeEpoch(crypto, 'db_1', 1, fill(32, 1)),
    makeEpoch(crypto, 'db_2', 1, fill(32, 1)),
    makeEpoch(crypto, 'db_1', 2, fill(32, 1)),
    makeEpoch(crypto, 'db_1', 1, fill(32, 2)),
    mintEpoch(crypto, 'db_1', 1),
  ].map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
});

test('compareEpochs orders by number, then by id', () => {
  const epochs = [
    { number: 2, id: 'a' },
    { number: 1, id: 'b' },
    { number: 1, id: 'a' },
    { number: 1, id: 'a' },
  ];
  expect(epochs.sort(compareEpochs).map(({ number, id }) => number + id)).toEqual(['1a', '1a', '1b', '2a']);
});
