import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { PACK_HEADER_BYTES, PACK_PREFIX_BYTES } from './location.js';

/** What an object of a pack is, as its prefix numbers it. */
export const PACK_KINDS = { records: 1, blob: 2, index: 3 } as const;
export type PackKind = keyof typeof PACK_KINDS;

/** `NSPK` and the version. */
const MAGIC = [0x4e, 0x53, 0x50, 0x4b, 0x02];
const LENGTH_AT = 32;
const KIND_AT = 40;

/** What every pack begins with. */
export function packHeader(): Uint8Array {
  const header = new Uint8Array(PACK_HEADER_BYTES);
  header.set(MAGIC);
  return header;
}

/** What stands before an object: its digest, length and kind, so that a pack can be read without its index. */
export function packPrefix(kind: PackKind, sha256: string, length: number): Uint8Array {
  const prefix = new Uint8Array(PACK_PREFIX_BYTES);
  prefix.set(hexToBytes(sha256));
  const view = new DataView(prefix.buffer);
  view.setBigUint64(LENGTH_AT, BigInt(length));
  view.setUint8(KIND_AT, PACK_KINDS[kind]);
  return prefix;
}

export const equalBytes = (a: Uint8Array, b: Uint8Array) => bytesToHex(a) === bytesToHex(b);
