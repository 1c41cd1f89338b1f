/**
 * Maximum values in a JSON text, far more than any operation needs. Parsing millions would block the event loop for
 * seconds.
 */
export const MAX_JSON_VALUES = 50_000;

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE] = [0x22, 0x2c, 0x5c, 0x5b, 0x7b];

/** Estimates the number of values in a JSON text without parsing it. */
export function countJsonValues(json: string): number {
  let count = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) quoted = !quoted;
    else if (quoted) at += unit === BACKSLASH ? 1 : 0;
    else if (unit === COMMA || unit === BRACKET || unit === BRACE) count += 1;
  }
  return count;
}
