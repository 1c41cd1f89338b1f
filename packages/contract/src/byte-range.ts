import { ServiceError } from './errors.js';

/** Byte range of a file, counted from 0, with both ends included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Resolves a requested range against a file (RFC 9110, section 14.1.2). An end beyond the file is clipped to its last
 * byte, and a suffix longer than the file is the whole file, however large the number is.
 *
 * @param first - first byte; undefined for a suffix
 * @param last - last byte, or the length of the suffix where `first` is undefined; undefined for the end of the file
 * @param size - bytes of the file
 * @throws ServiceError `range_not_satisfiable` when the range begins beyond the end, or the suffix is empty
 */
export function resolveRange(first: number | undefined, last: number | undefined, size: number): ByteRange {
  const end = first === undefined || last === undefined ? size - 1 : Math.min(last, size - 1);
  const start = first ?? Math.max(0, size - (last ?? size));
  if (start > end)
    throw new ServiceError('range_not_satisfiable', `The range is outside the content, which has ${size} bytes`);
  return { first: start, last: end };
}
