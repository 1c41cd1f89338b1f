// @ts-check
import { explainQuery, FIELD_NAMES, LIMITS, parseQuery } from '@notes/query-language';
import { code, plain, table } from './markdown.mjs';

/** Queries that show each feature of the language once. */
const EXAMPLES = [
  'garden shed',
  'gard*',
  '"garden path" OR shed',
  'title:plan -draft',
  'tag:work/sync',
  'tag:none',
  'notebook:Projects/Garden',
  'is:orphan has:link',
  'has:open-task updated:7d',
  'created:2026-01..2026-06 has:image',
  'created:>2026-01-01 -is:imported',
  'filename:*.pdf',
  'mime:image/*',
  'links-to:"Garden plan"',
  '(tea OR coffee) tag:home',
];

/** Returns the example queries, each with the language's own explanation. */
export function renderQueryExamples() {
  const rows = EXAMPLES.map((text) => {
    const result = parseQuery(text);
    if (!result.ok) throw new Error(`The example query ${text} is refused: ${result.error.message}`);
    return [code(text), plain(explainQuery(result.query))];
  });
  return table(['Query', 'Finds'], rows);
}

/** Returns every field of the language with its values, from the parser's message for an empty value. */
export function renderQueryFields() {
  const rows = FIELD_NAMES.map((name) => {
    const result = parseQuery(`${name}:""`);
    const [, takes] = result.ok ? [] : (/ takes (.+)$/.exec(result.error.message) ?? []);
    if (takes === undefined) throw new Error(`The parser does not say which values ${name} takes.`);
    return [code(`${name}:`), plain(takes)];
  });
  return table(['Field', 'Takes'], rows);
}

/** Returns the bounds of a query in one sentence. */
export const renderQueryLimits = () =>
  `A query has at most ${LIMITS.bytes} bytes, ${LIMITS.tokens} words and ${LIMITS.depth} parentheses inside each other.`;
