import { createHash, randomFillSync } from 'node:crypto';
import { type IdKind, idPrefixes } from '@notes/contract';
import { monotonicFactory } from 'ulid';

/** Pool of random bytes. By default each of an id's sixteen letters makes a request to the system. */
const pool = new Uint8Array(4096);
let used = pool.length;

function random(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return (pool[used++] as number) / 256;
}

const next = monotonicFactory(random);

/** Returns a new identifier: a prefix and a ULID, monotonic within this process. */
export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${next().toLowerCase()}`;
}

const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Returns a deterministic identifier of an object made from a source, so that links to the object can be written before
 * it exists. The ULID has the time zero and a digest as its random part.
 */
export function idForSource(kind: IdKind, source: { readonly kind: string; readonly id: string }): string {
  const digest = createHash('sha256').update(`${source.kind}\n${source.id}`, 'utf8').digest();
  const letters = Array.from(digest.subarray(0, 16), (byte) => BASE_32[byte & 31]);
  return `${idPrefixes[kind]}_0000000000${letters.join('')}`;
}
