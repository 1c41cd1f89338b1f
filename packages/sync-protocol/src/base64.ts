const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Standard base 64 with padding (RFC 4648, section 4). */
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

/** The bytes a text stands for; null for a text that `toBase64` writes for none. */
export function fromBase64(text: string): Uint8Array | null {
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  const letters = text.slice(0, text.length - padding);
  const bytes = new Uint8Array(Math.floor((letters.length * 6) / 8));
  for (let place = 0; place < letters.length; place += 1) {
    const value = LETTERS.indexOf(letters.charAt(place));
    if (value === -1) return null;
    const bit = place * 6;
    const shifted = value << (10 - (bit % 8));
    const at = bit >> 3;
    if (at < bytes.length) bytes[at] = (bytes[at] as number) | (shifted >> 8);
    if (at + 1 < bytes.length) bytes[at + 1] = shifted & 255;
  }
  return toBase64(bytes) === text ? bytes : null;
}
