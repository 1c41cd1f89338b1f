/** Compares `If-None-Match` weakly: true for any tag of the list, or `*`. */
export function matchesAny(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}

/** Compares `If-Range` strongly; a date never matches, since answers have no dates. */
export function allowsRange(header: string | undefined, tag: string): boolean {
  return header === undefined || header.trim() === tag;
}
