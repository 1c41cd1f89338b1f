/** Property of a JSON text that parsers treat differently. */
export type JsonFlaw =
  | { readonly flaw: 'depth' }
  /** The key is without escapes. It is untrusted text. */
  | { readonly flaw: 'duplicate'; readonly key: string };

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Keys so far of an open object: none, the only one, or a set. Null for an array. */
type Keys = undefined | string | Set<string> | null;

/**
 * Finds flaws of JSON that parsers accept, before or after a value is parsed: excessive nesting, and an object with a
 * repeated key, for which parsers return different values. Takes one pass. Of invalid JSON it reports some flaw or none;
 * it never throws.
 *
 * @param maxDepth levels of objects and arrays that are allowed; unlimited by default
 * @returns the first flaw in order of the text; undefined when there is none
 */
export function findJsonFlaw(json: string, maxDepth = Number.POSITIVE_INFINITY): JsonFlaw | undefined {
  const open: Keys[] = [];
  let [start, end] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) {
      start = at;
      at = findClosingQuote(json, at);
      end = at + 1;
    } else if (unit === OPENING_BRACE || unit === OPENING_BRACKET) {
      if (open.length === maxDepth) return { flaw: 'depth' };
      open.push(unit === OPENING_BRACE ? undefined : null);
    } else if (unit === CLOSING_BRACE || unit === CLOSING_BRACKET) open.pop();
    else if (unit === COLON && open.length > 0) {
      const key = readKey(json, start, end);
      if (key !== null && !addKey(open, key)) return { flaw: 'duplicate', key };
    }
  }
  return undefined;
}

/** Returns the offset of the quote that closes the string opened at `start`. Most text is skipped, not read. */
function findClosingQuote(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}

/** Reads a key with its quotes; only one with escapes is parsed. Returns null for an invalid one. */
function readKey(json: string, start: number, end: number): string | null {
  const key = json.slice(start + 1, end - 1);
  if (!key.includes('\\')) return key;
  try {
    return JSON.parse(json.slice(start, end)) as string;
  } catch {
    return null;
  }
}

/** Adds a key to the innermost open object. Returns false when the object has the key already. */
function addKey(open: Keys[], key: string): boolean {
  const known = open.at(-1);
  if (known === null) return true;
  if (known === undefined) open[open.length - 1] = key;
  else if (typeof known !== 'string') return known.size < known.add(key).size;
  else if (known === key) return false;
  else open[open.length - 1] = new Set([known, key]);
  return true;
}
