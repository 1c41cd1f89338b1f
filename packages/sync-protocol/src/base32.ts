const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

const VALUES = new Map(Array.from(LETTERS, (letter, value) => [letter.charCodeAt(0), value]));

/**
 * Encodes bytes as one big-endian number in Crockford's base 32, in lower case, padded with leading zeros to full
 * length. This is the spelling of ULIDs; 16 bytes become 26 letters. Libraries such as `@scure/base` pad the last letter
 * instead, which is another text.
 */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = countPaddingBits(bytes.length);
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

/**
 * Decodes a text that `toBase32` wrote.
 *
 * @param length number of bytes encoded
 * @returns the bytes, or null for any text that `toBase32` does not produce for this length
 */
export function fromBase32(text: string, length: number): Uint8Array | null {
  if (text.length !== countLetters(length)) return null;
  const bytes = new Uint8Array(length);
  let buffer = 0;
  let bits = -countPaddingBits(length);
  let place = 0;
  for (let at = 0; at < text.length; at += 1) {
    const value = VALUES.get(text.charCodeAt(at));
    if (value === undefined) return null;
    buffer = ((buffer & 255) << 5) | value;
    bits += 5;
    // The padding bits before the first byte must be zero.
    if (at === 0 && value >>> bits !== 0) return null;
    if (bits < 8) continue;
    bits -= 8;
    bytes[place] = buffer >>> bits;
    place += 1;
  }
  return bytes;
}

const countLetters = (length: number) => Math.ceil((length * 8) / 5);
/** Number of padding bits in the first letter. */
const countPaddingBits = (length: number) => countLetters(length) * 5 - length * 8;
