/** UTF-16 code units that the scanners compare with. */
export const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const BOM = 0xfeff;

export function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

export function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

/** Returns true when `offset` lies between the two halves of a surrogate pair. */
export function splitsPair(text: string, offset: number): boolean {
  return isLowSurrogate(text.charCodeAt(offset)) && isHighSurrogate(text.charCodeAt(offset - 1));
}

/** Returns true for a space or tab. */
export function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === TAB;
}

/** Returns true for white space as `\s` of a regular expression defines it. */
export function isSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return (
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === BOM
  );
}
