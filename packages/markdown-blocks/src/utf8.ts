import { isHighSurrogate, isLowSurrogate } from './units.js';

/**
 * Returns the number of bytes of `text` in UTF-8. A lone surrogate counts three, as the replacement character that an
 * encoder writes for it.
 */
export function utf8Length(text: string): number {
  const { length } = text;
  let bytes = length;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    // A pair is two units and four bytes: its second half is counted already.
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) i++;
  }
  return bytes;
}
