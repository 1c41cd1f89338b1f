import { frontMatter } from '@notes/markdown-blocks';
import { type Query, snippet } from '@notes/query-language';
import { removeLineMarks } from './line-marks.js';

const SNIPPET_CHARACTERS = 200;

/** Returns a snippet without the marks that lines begin with. Front matter is shown only when the words occur nowhere else. */
export function readableSnippet(body: string, query: Query) {
  const options = { maxLength: SNIPPET_CHARACTERS, removeMarkup: removeLineMarks };
  const matter = frontMatter(body);
  if (matter === null) return snippet(body, query, options);
  const text = snippet(body.slice(matter.end), query, options);
  if (text.highlights.length > 0) return text;
  const whole = snippet(body, query, options);
  return whole.highlights.length > 0 ? whole : text;
}
