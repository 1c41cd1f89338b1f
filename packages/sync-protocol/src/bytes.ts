import { encodeUtf8 } from '@notes/archive-manifest/utf8';

/** Numbers are big-endian throughout the protocol. */

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function u16(value: number): Uint8Array {
  return Uint8Array.of(value >>> 8, value);
}

export function u32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** Of an integer from 0 to 2^53 − 1. */
export function u64(value: number): Uint8Array {
  return concat(u32(Math.floor(value / 0x1_0000_0000)), u32(value));
}

export function readU32(bytes: Uint8Array, at: number): number {
  return view(bytes).getUint32(at);
}

/** Null for a number beyond 2^53 − 1. */
export function readU64(bytes: Uint8Array, at: number): number | null {
  const high = readU32(bytes, at);
  return high > 0x1f_ffff ? null : high * 0x1_0000_0000 + readU32(bytes, at + 4);
}

const view = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

/** A text in UTF-8 behind its length in two bytes. @throws RangeError for one of more than 65,535 bytes */
export function lengthPrefixed(text: string): Uint8Array {
  const bytes = encodeUtf8(text);
  if (bytes.length > 0xffff) throw new RangeError('a text of the protocol has at most 65,535 bytes');
  return concat(u16(bytes.length), bytes);
}

/** The tag that keeps bytes of one purpose from being taken for those of another: `service-sync/<purpose>` and a zero. */
export function domain(purpose: string): Uint8Array {
  const tag = tags.get(purpose) ?? encodeUtf8(`service-sync/${purpose}\0`);
  tags.set(purpose, tag);
  return tag;
}

const tags = new Map<string, Uint8Array>();

/** Orders as memcmp does, a prefix first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (a[at] as number) - (b[at] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
