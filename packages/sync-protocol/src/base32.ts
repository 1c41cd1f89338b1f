const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

const VALUES = new Map(Array.from(LETTERS, (letter, value) => [letter.charCodeAt(0), value]));

/**
 * Bytes as one big-endian number in Crockford's base 32, lower case, with zeros in front to its full length: the
 * spelling of ULIDs. 16 bytes are 26 letters.
 */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = zerosBefore(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) {
    buffer = (buffer << 8) | (bytes[at] as number);
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += LETTERS.charAt((buffer >>> bits) & 31);
    }
    buffer &= 31;
  }
  return text;
}

/** The `length` bytes a text stands for; null for a text that `toBase32` writes for none. */
export function fromBase32(text: string, length: number): Uint8Array | null {
  if (text.length !== lettersOf(length)) return null;
  const bytes = new Uint8Array(length);
  let buffer = 0;
  let bits = -zerosBefore(length);
  let place = 0;
  for (let at = 0; at < text.length; at += 1) {
    const value = VALUES.get(text.charCodeAt(at));
    if (value === undefined) return null;
    buffer = ((buffer & 255) << 5) | value;
    bits += 5;
    // What stands before the bytes is nothing.
    if (at === 0 && value >>> bits !== 0) return null;
    if (bits < 8) continue;
    bits -= 8;
    bytes[place] = buffer >>> bits;
    place += 1;
  }
  return bytes;
}

const lettersOf = (length: number) => Math.ceil((length * 8) / 5);
/** Bits of the first letter that are not of the bytes. */
const zerosBefore = (length: number) => lettersOf(length) * 5 - length * 8;
