import { type IdKind, idPrefixes } from '@notes/contract';
import { monotonicFactory } from 'ulid';

const next = monotonicFactory();

/** A new identifier: prefix and a ULID, growing within this process. */
export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${next().toLowerCase()}`;
}
