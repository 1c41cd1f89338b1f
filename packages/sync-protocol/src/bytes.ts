import { encodeUtf8 } from '@notes/archive-manifest/utf8';

/** Concatenates byte arrays. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Encodes an integer from 0 to 65,535 in two bytes, big-endian like all numbers of the protocol. */
export function u16(value: number): Uint8Array {
  return Uint8Array.of(value >>> 8, value);
}

/** Encodes an integer from 0 to 2^32 − 1 in four bytes, big-endian. */
export function u32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** Encodes an integer from 0 to 2^53 − 1 in eight bytes, big-endian. */
export function u64(value: number): Uint8Array {
  return concat(u32(Math.floor(value / 0x1_0000_0000)), u32(value));
}

/**
 * Reads a big-endian integer of four bytes.
 *
 * @param at byte offset
 */
export function readU32(bytes: Uint8Array, at: number): number {
  return view(bytes).getUint32(at);
}

/**
 * Reads a big-endian integer of eight bytes; returns null for a number beyond 2^53 − 1.
 *
 * @param at byte offset
 */
export function readU64(bytes: Uint8Array, at: number): number | null {
  const high = readU32(bytes, at);
  return high > 0x1f_ffff ? null : high * 0x1_0000_0000 + readU32(bytes, at + 4);
}

const view = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

/**
 * Encodes a text as its length in two bytes followed by its UTF-8 bytes.
 *
 * @throws RangeError for a text of more than 65,535 bytes
 */
export function lengthPrefixed(text: string): Uint8Array {
  const bytes = encodeUtf8(text);
  if (bytes.length > 0xffff)
    throw new RangeError(`A text has at most 65,535 bytes in UTF-8, this one has ${bytes.length}.`);
  return concat(u16(bytes.length), bytes);
}

/** Domain separation tag for one purpose: `service-sync/<purpose>` and a zero byte. */
export function domain(purpose: string): Uint8Array {
  const tag = tags.get(purpose) ?? encodeUtf8(`service-sync/${purpose}\0`);
  tags.set(purpose, tag);
  return tag;
}

const tags = new Map<string, Uint8Array>();

/** Returns true when two byte arrays are equal. Compares four bytes at a time where both are aligned. */
export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  const words = a.byteOffset % 4 === 0 && b.byteOffset % 4 === 0 ? a.length >>> 2 : 0;
  if (words > 0) {
    const left = new Uint32Array(a.buffer, a.byteOffset, words);
    const right = new Uint32Array(b.buffer, b.byteOffset, words);
    for (let at = 0; at < words; at += 1) if (left[at] !== right[at]) return false;
  }
  for (let at = 4 * words; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

/** Compares two byte arrays as memcmp does; a prefix sorts first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (a[at] as number) - (b[at] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
