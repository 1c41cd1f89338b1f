const MIN_PADDED_BYTES = 256;
const MARK = 0x80;

/**
 * Returns the padded size of `length` bytes, at least 256. A padded size reveals only the magnitude of the content
 * (Padmé: Nikitin and others, "Reducing Metadata Leakage from Encrypted Files", 2019). Padding adds at most
 * 6.25 % above 256 bytes.
 *
 * @param length bytes, less than 2^32
 */
export function computePaddedSize(length: number): number {
  if (length <= MIN_PADDED_BYTES) return MIN_PADDED_BYTES;
  const exponent = magnitude(length);
  const step = 2 ** (exponent - magnitude(exponent) - 1);
  return Math.ceil(length / step) * step;
}

/** Exponent of the greatest power of two that does not exceed a positive number. */
const magnitude = (value: number) => 31 - Math.clz32(value);

/** Appends a mark byte and zeros. */
export function pad(content: Uint8Array): Uint8Array {
  const padded = new Uint8Array(computePaddedSize(content.length + 1));
  padded.set(content);
  padded[content.length] = MARK;
  return padded;
}

/** Removes the padding; returns null when `pad` never produces these bytes. */
export function unpad(padded: Uint8Array): Uint8Array | null {
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) end -= 1;
  return padded[end] === MARK && computePaddedSize(end + 1) === padded.length ? padded.subarray(0, end) : null;
}
