import { randomFillSync } from 'node:crypto';
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
