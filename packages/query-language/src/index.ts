export { canonicalQuery } from './canonical.js';
export { dateRange } from './dates.js';
export { nameKey } from './fold.js';
export { LIMITS } from './limits.js';
export { parseQuery } from './parse.js';
export { foldTerm, type Token, tokenIterator, tokenize } from './tokenize.js';
export type {
  CalendarDate,
  DateSpec,
  HasValue,
  IsValue,
  ParseResult,
  Query,
  QueryError,
  QueryErrorCode,
  QueryNode,
  TextNode,
} from './types.js';
