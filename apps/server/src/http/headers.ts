/** How often a header (its name in lower case) was sent. Node keeps only the first of some and joins others. */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] as string;
    if (sent.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}

/** True for `Name : value`, which older parsers take for a header of another name. */
export function hasPaddedName(rawHeaders: readonly string[]): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const last = (rawHeaders[index] as string).at(-1);
    if (last === ' ' || last === '\t') return true;
  }
  return false;
}
