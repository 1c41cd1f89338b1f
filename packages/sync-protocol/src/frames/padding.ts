const SHORTEST = 256;
const MARK = 0x80;

/**
 * The size that `length` bytes are padded to: at least 256, and so that what a size tells is as little as its magnitude
 * (Padmé: Nikitin and others, "Reducing Metadata Leakage from Encrypted Files", 2019). At most 12 % are added.
 */
export function paddedSize(length: number): number {
  if (length <= SHORTEST) return SHORTEST;
  const exponent = magnitude(length);
  const step = 2 ** (exponent - magnitude(exponent) - 1);
  return Math.ceil(length / step) * step;
}

/** The greatest power of two that a positive number reaches. */
const magnitude = (value: number) => 31 - Math.clz32(value);

/** Appends a mark and zeros. */
export function pad(content: Uint8Array): Uint8Array {
  const padded = new Uint8Array(paddedSize(content.length + 1));
  padded.set(content);
  padded[content.length] = MARK;
  return padded;
}

/** What was padded; null where `pad` makes these bytes of nothing. */
export function unpad(padded: Uint8Array): Uint8Array | null {
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end -= 1;
  return padded[end] === MARK && paddedSize(end + 1) === padded.length ? padded.subarray(0, end) : null;
}
