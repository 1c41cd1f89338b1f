import { fromBase32, toBase32 } from './base32.js';

const ID_BYTES = 16;

/** Formats an id: the prefix of its kind, such as `rep_`, and 16 bytes in base 32. */
export const formatId = (prefix: string, bytes: Uint8Array): string => `${prefix}${toBase32(bytes)}`;

/** Returns true when a text is the prefix of its kind followed by a ULID, or by 16 bytes in the same spelling. */
export const isId = (prefix: string, text: string): boolean =>
  text.startsWith(prefix) && fromBase32(text.slice(prefix.length), ID_BYTES) !== null;
