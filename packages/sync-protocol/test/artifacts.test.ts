import { deflateRawSync } from 'node:zlib';
import { sampleSeed, samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CHUNK_LENGTH,
  computeArtifactName,
  computePaddedSize,
  encryptArtifact,
  MAX_ARTIFACT_BYTES,
  MAX_PAYLOAD_BYTES,
  openArtifact,
  openRecoveryArtifact,
  parseArtifactName,
  parseHeader,
  verifyArtifact,
} from '../src/index.js';
import { zlibCodec as codec, sodiumCrypto as crypto } from '../src/node/index.js';
import { alterEachByte, createFixedCrypto, fill, hex, readVectors, unhex, utf8 } from './support.js';

/** Samples of a property. */
const sampled = { ...sampleSeed(), numRuns: samples(100) };

interface ArtifactVector {
  readonly class: 'ops' | 'members' | 'acks' | 'blobs' | 'snapshots';
  readonly index: number;
  readonly payload: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly name: string;
  readonly artifact: string;
}

const vectors = readVectors<{
  database_id: string;
  namespace: string;
  epoch: { id: string; number: number; key: string };
  signer: { key_id: string; sign_pk: string; seed: string };
  recovery: { box_seed: string };
  artifacts: ArtifactVector[];
  recovery_artifact: ArtifactVector;
}>('artifacts');
const { database_id: databaseId, namespace } = vectors;
const epoch = { ...vectors.epoch, key: unhex(vectors.epoch.key) };
const publicKey = unhex(vectors.signer.sign_pk);
const signer = {
  keyId: vectors.signer.key_id,
  secretKey: crypto.signKeyPair(unhex(vectors.signer.seed)).secretKey,
};

const place = { databaseId, namespace };
const keys = {
  signerKey: (keyId: string) => (keyId === signer.keyId ? publicKey : null),
  epochKey: (id: string) => (id === epoch.id ? epoch.key : null),
};
const open = (artifact: Uint8Array, artifactClass: ArtifactVector['class'], request = {}) =>
  openArtifact(crypto, codec, { ...place, ...keys, artifactClass, artifact, ...request });
const seal = (artifactClass: ArtifactVector['class'], payload: Uint8Array, index = 1) =>
  encryptArtifact(crypto, codec, { ...place, artifactClass, index, epoch, signer, payload });

const { artifacts: sealed, recovery_artifact: recovery } = vectors;

describe('the artifact vectors', () => {
  test.each(sealed)('$class $index opens to its payload', (vector) => {
    const opened = open(unhex(vector.artifact), vector.class, { index: vector.index });
    expect(opened).toMatchObject({ ok: true, header: { index: vector.index, keyId: signer.keyId } });
    expect(opened.ok && hex(opened.payload)).toBe(vector.payload);
  });

  // The output of DEFLATE is not specified, so these vectors are only read.
  test.each(sealed.filter(({ artifact }) => parseHeader(unhex(artifact))?.codec === 'none'))(
    '$class $index encrypts to the same bytes',
    (vector) => {
      const content = { ...place, artifactClass: vector.class, index: vector.index, epoch, signer };
      const bytes = encryptArtifact(createFixedCrypto(7), codec, { ...content, payload: unhex(vector.payload) });
      expect(hex(bytes)).toBe(vector.artifact);
    },
  );

  test.each([...sealed, recovery])('$class $index has the stated size, digest and name', (vector) => {
    const bytes = unhex(vector.artifact);
    expect(bytes).toHaveLength(vector.size_bytes);
    expect(hex(crypto.sha256(bytes))).toBe(vector.sha256);
    const name = parseArtifactName(vector.class, vector.name);
    expect(computeArtifactName(crypto, name?.position ?? '', bytes)).toBe(vector.name);
  });

  test('a recovery artifact opens to its epoch with the recovery key', () => {
    const box = crypto.boxKeyPair(unhex(vectors.recovery.box_seed));
    const artifact = unhex(recovery.artifact);
    expect(verifyArtifact(crypto, place, artifact, publicKey)).toBe(true);
    const opened = openRecoveryArtifact(crypto, databaseId, artifact, box);
    expect(opened).toEqual({ id: epoch.id, number: 1, key: Buffer.from(epoch.key) });
    expect(openRecoveryArtifact(crypto, databaseId, artifact, crypto.boxKeyPair())).toBeNull();
    expect(openRecoveryArtifact(crypto, 'db_another', artifact, box)).toBeNull();
  });
});

describe('[SYNC-SEALED] openArtifact refuses altered input', () => {
  test.each(sealed)('$class: any altered byte', (vector) => {
    for (const [at, bytes] of alterEachByte(unhex(vector.artifact)))
      expect(open(bytes, vector.class, { index: vector.index }).ok, `byte ${at}`).toBe(false);
  });

  test('recovery: any altered byte fails the signature', () => {
    for (const [at, bytes] of alterEachByte(unhex(recovery.artifact)))
      expect(verifyArtifact(crypto, place, bytes, publicKey), `byte ${at}`).toBe(false);
  });

  test('any other length', () => {
    const whole = seal('ops', utf8('x'));
    for (let length = 0; length < whole.length; length += 1)
      expect(open(whole.subarray(0, length), 'ops')).toEqual({ ok: false, problem: 'frame' });
    expect(open(new Uint8Array([...whole, 0]), 'ops')).toEqual({ ok: false, problem: 'frame' });
  });

  test.each([
    ['magic', 0, 0x4f],
    ['magic', 3, 0x32],
    ['version', 4, 0],
    ['version', 4, 2],
    ['class', 5, 0],
    ['class', 5, 7],
    ['codec', 6, 2],
    ['codec of another class', 6, 1],
    ['reserved byte', 7, 1],
  ])('another %s: byte %i is %i', (_, at, byte) => {
    const artifact = seal('acks', utf8('text')).with(at, byte);
    expect(parseHeader(artifact)).toBeNull();
    expect(open(artifact, 'acks')).toEqual({ ok: false, problem: 'frame' });
  });

  test('random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        expect(open(bytes, 'ops')).toEqual({ ok: false, problem: 'frame' });
        bytes.set(unhex(sealed[0]?.artifact ?? '').subarray(0, Math.min(76, bytes.length)));
        expect(open(bytes, 'members').ok).toBe(false);
      }),
      sampled,
    );
  });
});

describe('[SYNC-SEALED] an artifact is valid in one location only', () => {
  const artifact = seal('ops', utf8('text'), 3);

  test.each([
    ['the library', { databaseId: 'db_another' }, 'signature'],
    ['the namespace', { namespace: 'rep_another' }, 'signature'],
    ['the class', { artifactClass: 'acks' }, 'place'],
    ['the index', { index: 4 }, 'place'],
    ['the signer', { signerKey: () => null }, 'signer'],
    ['the key of the signer', { signerKey: () => crypto.signKeyPair().publicKey }, 'signature'],
    ['the epoch', { epochKey: () => null }, 'epoch'],
    ['the key of the epoch', { epochKey: () => fill(32, 9) }, 'seal'],
  ])('openArtifact refuses it when %s differs', (_, request, problem) => {
    expect(open(artifact, 'ops', request)).toEqual({ ok: false, problem });
  });

  test('a member cannot re-sign an artifact of another member as its own', () => {
    const thief = crypto.signKeyPair();
    const frame = artifact.subarray(0, -64);
    const context = Buffer.from(`service-sync/artifact-sig/1\0\0\x1d${databaseId}\0\x09rep_thief`, 'latin1');
    const signature = crypto.sign(Buffer.concat([context, frame]), thief.secretKey);
    const stolen = new Uint8Array(Buffer.concat([frame, signature]));
    const request = { namespace: 'rep_thief', signerKey: () => thief.publicKey };
    expect(open(stolen, 'ops', request)).toEqual({ ok: false, problem: 'seal' });
  });
});

describe('sizes of artifacts', () => {
  test('any length pads to a Padmé value of at least 256 bytes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_424 }), (length) => {
        const size = computePaddedSize(length);
        expect(size).toBeGreaterThanOrEqual(Math.max(256, length));
        expect(size).toBeLessThanOrEqual(Math.max(256, length * 1.0625));
        // The number of its significant bits is that of its exponent, so few sizes are possible.
        const exponent = Math.floor(Math.log2(size));
        expect(size % 2 ** (exponent - Math.floor(Math.log2(exponent)) - 1)).toBe(0);
        expect(computePaddedSize(size)).toBe(size);
      }),
      sampled,
    );
  });

  test('payloads of any length survive encryption and decryption', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 2000 }),
        fc.constantFrom('ops' as const, 'members' as const),
        (payload, artifactClass) => {
          const opened = open(seal(artifactClass, payload), artifactClass);
          expect(opened.ok && hex(opened.payload)).toBe(hex(payload));
        },
      ),
      sampled,
    );
  });

  test('a full chunk fills its padding, and a longer payload throws RangeError', () => {
    const artifact = seal('blobs', fill(CHUNK_LENGTH, 5), 0);
    expect(artifact).toHaveLength(CHUNK_LENGTH + 1 + 76 + 16 + 64);
    expect(open(artifact, 'blobs')).toMatchObject({ ok: true });
    expect(seal('members', fill(999_423, 1)).length).toBeLessThanOrEqual(MAX_ARTIFACT_BYTES);
    expect(() => seal('members', fill(999_424, 1))).toThrow(RangeError);
  });

  test('encryptArtifact throws RangeError for a payload over 4 MiB that compresses well', () => {
    expect(open(seal('ops', fill(MAX_PAYLOAD_BYTES, 0)), 'ops').ok).toBe(true);
    expect(() => seal('ops', fill(MAX_PAYLOAD_BYTES + 1, 0))).toThrow(RangeError);
  });

  test('openArtifact refuses a payload that inflates beyond 4 MiB or not at all', () => {
    const deflateTo = (bytes: Uint8Array) => ({ deflate: () => bytes, inflate: codec.inflate });
    const content = { ...place, artifactClass: 'ops' as const, index: 1, epoch, signer, payload: fill(999, 1) };
    const bomb = deflateRawSync(Buffer.alloc(4 * 1024 * 1024 + 1));
    const refused = { ok: false, problem: 'payload' };
    expect(open(encryptArtifact(crypto, deflateTo(utf8('none')), content), 'ops')).toEqual(refused);
    const most = encryptArtifact(crypto, codec, { ...content, payload: fill(4 * 1024 * 1024, 0) });
    expect(open(most, 'ops').ok).toBe(true);
    expect(open(encryptArtifact(crypto, deflateTo(bomb), { ...content, payload: fill(9999, 1) }), 'ops')).toEqual(
      refused,
    );
  });
});

test.each([
  ['ops', '0000000000000000-00000000000000000000000000000000'],
  ['ops', 'ffffffffffffffff-00000000000000000000000000000000'],
  ['ops', '0000000000000001-0000000000000000000000000000000'],
  ['ops', '0000000000000001-0000000000000000000000000000000A'],
  ['ops', '0000000000000001-00000000000000000000000000000000\n'],
  ['ops', '00000000000000000000000000000001-00000000000000000000000000000000'],
  ['blobs', '0000000000000001-00000000000000000000000000000000'],
  ['blobs', '../0000000000000000000000000000001-00000000000000000000000000000000'],
] as const)('parseArtifactName refuses a name in %s: %j', (artifactClass, name) => {
  expect(parseArtifactName(artifactClass, name)).toBeNull();
});
