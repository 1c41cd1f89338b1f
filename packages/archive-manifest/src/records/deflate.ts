import { deflateSync, Inflate } from 'fflate';

/**
 * Parameters of the encoder. They and the version of the library decide the bytes of compressed archives, so a change
 * of either is a change of the format: the archives of the vectors detect it. The library is JavaScript without
 * branches for processors, unlike the compressors of Node, whose bytes differ between versions and machines.
 */
const ENCODER = { level: 6, mem: 12 } as const;
/** Input given to the decoder at once, which bounds its output to some megabytes. */
const PIECE_BYTES = 4 * 1024;

/** Compresses bytes by DEFLATE (RFC 1951). Equal bytes give equal results. */
export const deflateBytes = (bytes: Uint8Array): Uint8Array => deflateSync(bytes, ENCODER);

/**
 * Decompresses bytes into existing memory. Stops as soon as there are more bytes than the memory holds.
 *
 * @returns false when the result does not fill the memory exactly, and for bytes that are not DEFLATE
 */
export function inflateInto(bytes: Uint8Array, target: Uint8Array): boolean {
  let size = 0;
  const inflate = new Inflate((piece) => {
    if (size + piece.length <= target.length) target.set(piece, size);
    size += piece.length;
  });
  try {
    for (let at = 0; at < bytes.length && size <= target.length; at += PIECE_BYTES)
      inflate.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
  } catch {
    return false;
  }
  return size === target.length;
}
