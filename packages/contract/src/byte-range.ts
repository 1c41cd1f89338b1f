import { ServiceError } from './errors.js';

/** Bytes of a file, counted from 0, both ends included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The bytes that are asked for of `size`: from `first` on, up to `last` if that is given, or without `first` the last
 * `last` of them. What lies beyond the end is left off.
 *
 * @throws ServiceError `range_not_satisfiable` when no byte is left, or a number is none a file can have
 */
export function resolveRange(first: number | undefined, last: number | undefined, size: number): ByteRange {
  const end = first === undefined || last === undefined ? size - 1 : Math.min(last, size - 1);
  const start = first ?? Math.max(0, size - (last ?? size));
  if (start > end || ![first ?? 0, last ?? 0].every(Number.isSafeInteger))
    throw new ServiceError('range_not_satisfiable', `there is no such range in ${size} bytes`);
  return { first: start, last: end };
}
