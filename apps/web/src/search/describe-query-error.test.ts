import { parseQuery } from '@notes/query-language';
import { expect, test } from 'vitest';
import { describeQueryError } from './describe-query-error.js';

function describeParsed(query: string): string {
  const parsed = parseQuery(query);
  if (parsed.ok) throw new Error('the query is valid');
  return describeQueryError(parsed.error, query);
}

test.each([
  ['(a OR b', 'Unclosed parenthesis at column 1. Add a closing parenthesis.'],
  ['a "b', 'Unclosed quote at column 3. Add a closing quotation mark.'],
  ['a )', 'Unexpected ) at column 3. Remove it, or add an opening parenthesis.'],
  ['a OR', 'OR at column 3 needs a term on both sides. Add a term, or remove OR.'],
  ['tag:', 'Missing value for tag at column 1. Use a valid value: a tag such as work/plans, or none.'],
  ['a IS:b', 'Bad value for is at column 6. Use a valid value: trashed, template, readonly, orphan, tagged, imported.'],
  ['()', 'Nothing to search for. Add a word, or a field such as tag:work.'],
  ['('.repeat(17), 'More than 16 parentheses inside each other at column 17. Use fewer parentheses.'],
  ['a '.repeat(257), 'More than 256 words and operators at column 513. Shorten the query.'],
  ['a'.repeat(4_097), 'More than 4,096 bytes at column 4,097. Shorten the query.'],
])('describeQueryError says what is wrong with %s, where, and what to do', (query, sentence) => {
  expect(describeParsed(query)).toBe(sentence);
});
