import { type ByteRange, resolveRange } from '@notes/contract';

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * The bytes that a `Range` header asks for of `size`. What is malformed, in another unit or several ranges asks for all,
 * as HTTP allows: undefined.
 *
 * @throws ServiceError as `resolveRange` does
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const [first, last] = [from, to].map((digits) => (digits === '' ? undefined : Number(digits)));
  if (first !== undefined && last !== undefined && last < first) return undefined;
  return resolveRange(first, last, size);
}
