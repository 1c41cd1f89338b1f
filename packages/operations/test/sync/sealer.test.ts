import { createHash, randomBytes } from 'node:crypto';
import { CHUNK_LENGTH } from '@notes/sync-protocol';
import { sodiumCrypto as crypto, zlibCodec } from '@notes/sync-protocol/node';
import { decryptChunk, type EncryptedChunk, encryptChunk, type FoundChunk } from '@notes/sync-protocol/run';
import { expect, test } from 'vitest';
import { createSealer } from '../../src/sync/sealing/sealer.js';

const keys = crypto.signKeyPair(Buffer.alloc(32, 1));
const epoch = { id: '835637d2e414959701a76eaed7cae4a1', key: Buffer.alloc(32, 6) };
const place = { databaseId: 'db_040g2081040g2081040g208104', namespace: 'rep_030c1g60r30c1g60r30c1g60r3' };
const signer = { keyId: 'key_5q185yspnstm5hb238777h5hzm', secretKey: keys.secretKey };
/** Number of chunks after which a worker thread is used. */
const CHUNKS = 12;

const toContent = (payload: Uint8Array, chunk: number) => ({
  ...place,
  sha256: createHash('sha256').update('the whole').digest('hex'),
  chunk,
  epoch,
  signer,
  payload,
});
const toFoundChunk = (sealed: EncryptedChunk, chunk: number): FoundChunk => ({
  ...place,
  ...sealed,
  bytes: Uint8Array.from(sealed.bytes),
  chunk,
  signerKey: keys.publicKey,
  epochKey: epoch.key,
});
const isSame = (a: Uint8Array | null, b: Uint8Array) => a !== null && Buffer.compare(a, b) === 0;

test('chunks encrypted by the worker are decrypted on this thread, and the reverse', async () => {
  const sealer = createSealer(crypto, zlibCodec);
  const payloads = Array.from({ length: CHUNKS }, (_, n) => randomBytes(n % 3 === 2 ? 50_000 : CHUNK_LENGTH));
  const sealed = await Promise.all(payloads.map((payload, n) => sealer.encrypt(toContent(Buffer.from(payload), n))));
  for (const [n, payload] of payloads.entries()) {
    expect(isSame(decryptChunk(crypto, zlibCodec, toFoundChunk(sealed[n] as EncryptedChunk, n)), payload)).toBe(true);
    const here = encryptChunk(crypto, zlibCodec, toContent(payload, n));
    expect(isSame(await sealer.decrypt(toFoundChunk(here, n)), payload)).toBe(true);
  }
});

test('a chunk with altered bytes, another index or another key is not decrypted', async () => {
  const sealer = createSealer(crypto, zlibCodec);
  const payload = randomBytes(CHUNK_LENGTH);
  for (let n = 0; n < CHUNKS; n += 1) {
    const sealed = encryptChunk(crypto, zlibCodec, toContent(payload, 3));
    const flipped = toFoundChunk(sealed, 3);
    flipped.bytes[500_000] = (flipped.bytes[500_000] as number) ^ 1;
    expect(await sealer.decrypt(flipped)).toBeNull();
    expect(await sealer.decrypt(toFoundChunk(sealed, 4))).toBeNull();
    expect(await sealer.decrypt({ ...toFoundChunk(sealed, 3), epochKey: Buffer.alloc(32, 7) })).toBeNull();
  }
});
