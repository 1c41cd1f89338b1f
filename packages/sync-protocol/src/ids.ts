import { fromBase32, toBase32 } from './base32.js';

const ID_BYTES = 16;

/** An id of 16 bytes behind the prefix of its kind, such as `rep_`. */
export const idOf = (prefix: string, bytes: Uint8Array): string => `${prefix}${toBase32(bytes)}`;

/** Whether a text is the prefix of its kind and a ULID, or 16 bytes spelt as one. */
export const isId = (prefix: string, text: string): boolean =>
  text.startsWith(prefix) && fromBase32(text.slice(prefix.length), ID_BYTES) !== null;
