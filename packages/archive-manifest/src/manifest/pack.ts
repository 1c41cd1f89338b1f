import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { PACK_HEADER_BYTES, PACK_PREFIX_BYTES } from './location.js';

/** Numbers of the object kinds in the prefix of an object in a pack. */
export const PACK_KINDS = { records: 1, blob: 2, index: 3 } as const;
/** Kind of the objects that a pack holds. */
export type PackKind = keyof typeof PACK_KINDS;

/** `NSPK` and the version of the format. */
const MAGIC = [0x4e, 0x53, 0x50, 0x4b, 0x02];
const LENGTH_AT = 32;
const KIND_AT = 40;

/** Returns the header of every pack. */
export function packHeader(): Uint8Array {
  const header = new Uint8Array(PACK_HEADER_BYTES);
  header.set(MAGIC);
  return header;
}

/** Returns the prefix of an object: its digest, length and kind, so that a pack can be read without its index. */
export function packPrefix(kind: PackKind, sha256: string, length: number): Uint8Array {
  const prefix = new Uint8Array(PACK_PREFIX_BYTES);
  prefix.set(hexToBytes(sha256));
  const view = new DataView(prefix.buffer);
  view.setBigUint64(LENGTH_AT, BigInt(length));
  view.setUint8(KIND_AT, PACK_KINDS[kind]);
  return prefix;
}

export const areBytesEqual = (a: Uint8Array, b: Uint8Array) => bytesToHex(a) === bytesToHex(b);
