import { createHash, randomFillSync } from 'node:crypto';
import { type IdKind, idPrefixes } from '@notes/contract';
import { monotonicFactory } from 'ulid';

/** Random bytes drawn ahead: by default each of an id's sixteen letters asks the system for one. */
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

/** A new identifier: prefix and a ULID, growing within this process. */
export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${next().toLowerCase()}`;
}

const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * The identifier of what is made of a source: the same for the same source, so that a link to it can be written before
 * it is there. A ULID whose time is zero and whose random part is a digest.
 */
export function idOfSource(kind: IdKind, source: { readonly kind: string; readonly id: string }): string {
  const digest = createHash('sha256').update(`${source.kind}\n${source.id}`, 'utf8').digest();
  const letters = Array.from(digest.subarray(0, 16), (byte) => BASE_32[byte & 31]);
  return `${idPrefixes[kind]}_0000000000${letters.join('')}`;
}
