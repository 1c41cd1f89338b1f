/** Both ends included, as HTTP counts. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * What a `Range` header asks of a body of `size` bytes. What is malformed, in another unit or several ranges asks for
 * the whole, as HTTP allows; a number no file can have is unsatisfiable.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  const [start, end] = [Number(from), Number(to)];
  if (from !== '' && to !== '' && end < start) return 'whole';
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return 'unsatisfiable';
  const first = from === '' ? Math.max(0, size - end) : start;
  const last = from === '' || to === '' ? size - 1 : Math.min(end, size - 1);
  return first <= last ? { first, last } : 'unsatisfiable';
}
