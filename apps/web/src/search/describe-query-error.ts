import { LIMITS, type QueryError, type QueryErrorCode } from '@notes/query-language';
import { text as words } from './texts.js';

const formats: Readonly<Record<QueryErrorCode, (error: QueryError, query: string) => string>> = {
  too_long: ({ column }) => words.queryTooLong(LIMITS.bytes, column),
  too_many_tokens: ({ column }) => words.tooManyTokens(LIMITS.tokens, column),
  too_deep: ({ column }) => words.tooDeep(LIMITS.depth, column),
  unclosed_quote: ({ column }) => words.unclosedQuote(column),
  unclosed_group: ({ column }) => words.unclosedGroup(column),
  unexpected: ({ start, end, column }, query) =>
    query.slice(start, end) === ')' ? words.unexpectedParenthesis(column) : words.bareOr(column),
  bad_value({ message, column, value }) {
    if (value === undefined) return message;
    const { field, missing, takes } = value;
    return (missing ? words.missingValue : words.badValue)(field, column, takes);
  },
  nothing_to_search: () => words.nothingToSearch,
};

/** Returns a sentence about the error of a query, with its column, and one about how to correct it. */
export const describeQueryError = (error: QueryError, query: string): string => formats[error.code](error, query);
