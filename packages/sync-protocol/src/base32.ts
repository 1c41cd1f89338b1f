const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Bytes as one big-endian number in Crockford's base 32, lower case, with zeros in front to its full length: the
 * spelling of ULIDs. 16 bytes are 26 letters.
 */
export function toBase32(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const letters = new Array<string>(lettersOf(bytes.length));
  for (let at = letters.length - 1; at >= 0; at -= 1) {
    letters[at] = LETTERS[Number(number & 31n)] as string;
    number >>= 5n;
  }
  return letters.join('');
}

/** The `length` bytes a text stands for; null for a text that `toBase32` writes for none. */
export function fromBase32(text: string, length: number): Uint8Array | null {
  if (text.length !== lettersOf(length)) return null;
  let number = 0n;
  for (const letter of text) {
    const value = LETTERS.indexOf(letter);
    if (value === -1) return null;
    number = (number << 5n) | BigInt(value);
  }
  const bytes = new Uint8Array(length);
  for (let at = length - 1; at >= 0; at -= 1) {
    bytes[at] = Number(number & 255n);
    number >>= 8n;
  }
  return number === 0n ? bytes : null;
}

const lettersOf = (length: number) => Math.ceil((length * 8) / 5);
