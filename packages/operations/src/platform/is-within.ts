import { isAbsolute, relative, sep } from 'node:path';

/** Returns true when `inner` is `outer` or below it. Compares absolute paths as written: links are not resolved. */
export function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}
