const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map(Array.from(LETTERS, (letter, value) => [letter.charCodeAt(0), value]));

/** Encodes bytes as standard base 64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a, b, c] = [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
    text += LETTERS.charAt(a >> 2) + LETTERS.charAt(((a & 3) << 4) | (b >> 4));
    text += at + 1 < bytes.length ? LETTERS.charAt(((b & 15) << 2) | (c >> 6)) : '=';
    text += at + 2 < bytes.length ? LETTERS.charAt(c & 63) : '=';
  }
  return text;
}

/** Decodes base 64; returns null for any text that `toBase64` does not produce. */
export function fromBase64(text: string): Uint8Array | null {
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  const letters = text.length - padding;
  if (text.length % 4 !== 0) return null;
  const bytes = new Uint8Array(Math.floor((letters * 6) / 8));
  let buffer = 0;
  let bits = 0;
  let place = 0;
  for (let at = 0; at < letters; at += 1) {
    const value = VALUES.get(text.charCodeAt(at));
    if (value === undefined) return null;
    buffer = ((buffer & 255) << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[place] = buffer >>> bits;
    place += 1;
  }
  // The unused bits of the last letter must be zero.
  return (buffer & ((1 << bits) - 1)) === 0 ? bytes : null;
}
