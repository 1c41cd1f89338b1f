/**
 * Counts the occurrences of a header (name in lower case). Node keeps only the first of some headers and joins others.
 */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] as string;
    if (sent.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}

/** Returns true for `Name : value`, which older parsers read as a header of another name. */
export function hasPaddedName(rawHeaders: readonly string[]): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const last = (rawHeaders[index] as string).at(-1);
    if (last === ' ' || last === '\t') return true;
  }
  return false;
}
