import { base64 } from '@scure/base';

/** Encodes bytes as standard base 64 with padding (RFC 4648, section 4). */
export const toBase64 = (bytes: Uint8Array): string => base64.encode(bytes);

/** Decodes base 64; returns null for any text that `toBase64` does not produce. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return base64.decode(text);
  } catch {
    return null;
  }
}

/** Decodes base 64 that a schema has already validated. */
export const decodeValidBase64 = (text: string): Uint8Array => fromBase64(text) as Uint8Array;
