import { bomLength, frontMatter } from './front-matter.js';
import { CR } from './units.js';

/**
 * `text` at the end of `body`, on a line of its own: a newline goes between when a body that is not empty does not end
 * in one. Empty text changes nothing.
 */
export function appendText(body: string, text: string): string {
  if (text === '') return body;
  const separate = body.length > bomLength(body) && !body.endsWith('\n');
  return body + (separate ? newlineOf(body) : '') + text;
}

/**
 * `text` at the start of `body`, behind a byte order mark and YAML front matter when there are any, on lines of its own:
 * a newline follows it when more text does and it does not end in one. Empty text changes nothing.
 */
export function prependText(body: string, text: string): string {
  if (text === '') return body;
  const at = frontMatter(body)?.end ?? bomLength(body);
  const before = body.slice(0, at);
  const after = body.slice(at);
  const lead = at > bomLength(body) && !before.endsWith('\n') ? newlineOf(body) : '';
  const tail = after !== '' && !text.endsWith('\n') ? newlineOf(body) : '';
  return before + lead + text + tail + after;
}

/** The newline of the body's first line stands for the body's own style; LF where there is none. */
function newlineOf(body: string): '\n' | '\r\n' {
  const feed = body.indexOf('\n');
  return feed > 0 && body.charCodeAt(feed - 1) === CR ? '\r\n' : '\n';
}
