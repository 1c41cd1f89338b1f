const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Standard base 64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const letters = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63];
    const used = Math.min(3, bytes.length - at) + 1;
    text += letters.map((value, place) => (place < used ? LETTERS[value] : '=')).join('');
  }
  return text;
}

/** The bytes a text stands for; null for a text that `toBase64` writes for none. */
export function fromBase64(text: string): Uint8Array | null {
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  const letters = text.slice(0, text.length - padding);
  const bytes = new Uint8Array(Math.floor((letters.length * 6) / 8));
  for (const [place, letter] of [...letters].entries()) {
    const value = LETTERS.indexOf(letter);
    if (value === -1) return null;
    const bit = place * 6;
    const shifted = value << (10 - (bit % 8));
    const at = bit >> 3;
    if (at < bytes.length) bytes[at] = (bytes[at] as number) | (shifted >> 8);
    if (at + 1 < bytes.length) bytes[at + 1] = shifted & 255;
  }
  return toBase64(bytes) === text ? bytes : null;
}
