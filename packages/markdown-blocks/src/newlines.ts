import { CR } from './units.js';

/** Returns the newline style of the body's first line; LF where there is none. */
export function detectNewline(body: string): '\n' | '\r\n' {
  const feed = body.indexOf('\n');
  return feed > 0 && body.charCodeAt(feed - 1) === CR ? '\r\n' : '\n';
}

/** Returns a text with CRLF in place of each LF without CR. */
export const withCrlf = (text: string): string => text.replace(/(?<!\r)\n/g, '\r\n');

/** Returns `text` in the newline style of `body`. A CRLF in it stays. */
export const adoptNewline = (text: string, body: string): string =>
  detectNewline(body) === '\n' ? text : withCrlf(text);
