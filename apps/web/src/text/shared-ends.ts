/** Returns the lengths of the common prefix of all lists, and of their common suffix behind it. */
export function sharedEnds<T>(
  [first, ...others]: readonly [readonly T[], ...(readonly T[])[]],
  same: (one: T, other: T) => boolean = Object.is,
): { readonly start: number; readonly end: number } {
  const shortest = Math.min(first.length, ...others.map(({ length }) => length));
  const isShared = (at: number) => others.every((other) => same(first.at(at) as T, other.at(at) as T));
  let start = 0;
  while (start < shortest && isShared(start)) start += 1;
  let end = 0;
  while (end < shortest - start && isShared(-1 - end)) end += 1;
  return { start, end };
}
