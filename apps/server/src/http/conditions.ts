/** Weak comparison of `If-None-Match`: any tag of the list, or `*`. */
export function matchesAny(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}

/** Strong comparison of `If-Range`; a date never matches, since nothing here is dated. */
export function allowsRange(header: string | undefined, tag: string): boolean {
  return header === undefined || header.trim() === tag;
}
