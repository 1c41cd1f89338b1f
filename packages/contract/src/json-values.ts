/** Far above what any operation takes; parsing millions of values would hold the event loop for seconds. */
export const MAX_JSON_VALUES = 50_000;

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE] = [0x22, 0x2c, 0x5c, 0x5b, 0x7b];

/** About how many values a JSON text holds, without building one. */
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
