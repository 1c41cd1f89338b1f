import type { IncomingMessage } from 'node:http';
import { type ByteRange, resolveRange } from '@notes/contract';
import { allowsRange } from './conditions.js';

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * Returns the bytes that a request asks for. Only GET has ranges; other methods ignore them (RFC 9110, section 14.2).
 *
 * @param tag entity tag of the representation, which `If-Range` must name
 * @param size bytes of the representation
 * @returns the requested bytes; undefined for the whole
 * @throws ServiceError `range_not_satisfiable` when no byte is in the range
 */
export function readRange({ method, headers }: IncomingMessage, tag: string, size: number): ByteRange | undefined {
  if (method !== 'GET' || !allowsRange(headers['if-range'] as string | undefined, tag)) return undefined;
  return parseRange(headers.range, size);
}

/**
 * Parses a `Range` header (RFC 9110, section 14.2).
 *
 * @param size - bytes of the representation
 * @returns the requested bytes; undefined for a malformed header, another unit or several ranges, which are answered
 * with the whole
 * @throws ServiceError `range_not_satisfiable` when no byte is in the range
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  // Numbers above 2^53 are compared exactly: a range that ends before it begins is malformed, whatever its size.
  if (from !== '' && to !== '' && BigInt(to) < BigInt(from)) return undefined;
  const [first, last] = [from, to].map((digits) => (digits === '' ? undefined : Number(digits)));
  return resolveRange(first, last, size);
}
