const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Keys so far of an open object: none, the only one, or a set. An array has none. */
type Keys = string | Set<string> | undefined;

/**
 * Finds a key that an object in a JSON text has twice. Parsers disagree on the value of such a key. Expects valid JSON
 * and does not check its syntax.
 *
 * @returns the first repeated key in order of the text, without escapes; undefined when all keys are distinct
 */
export function findRepeatedKey(json: string): string | undefined {
  const open: Keys[] = [];
  let [start, end] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) {
      start = at;
      at = findClosingQuote(json, at);
      end = at + 1;
    } else if (unit === OPENING_BRACE || unit === OPENING_BRACKET) open.push(undefined);
    else if (unit === CLOSING_BRACE || unit === CLOSING_BRACKET) open.pop();
    else if (unit === COLON) {
      const key = readKey(json, start, end);
      const known = open.at(-1);
      if (known === undefined) open[open.length - 1] = key;
      else if (typeof known === 'string' ? known === key : known.has(key)) return key;
      else if (typeof known === 'string') open[open.length - 1] = new Set([known, key]);
      else known.add(key);
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

/** Reads a key with its quotes; only one with escapes is parsed. */
function readKey(json: string, start: number, end: number): string {
  const key = json.slice(start + 1, end - 1);
  return key.includes('\\') ? (JSON.parse(json.slice(start, end)) as string) : key;
}
