export { canonicalQuery } from './canonical.js';
export { dateRange } from './dates.js';
export { explainQuery } from './explain.js';
export { FIELD_NAMES, HAS_VALUES, IS_VALUES } from './fields.js';
export { nameKey } from './fold.js';
export { highlightRanges } from './highlight.js';
export type { Range } from './hits.js';
export { indexText } from './index-text.js';
export { LIMITS } from './limits.js';
export { type MatchableNote, type MatchContext, matchesFilename, matchesQuery } from './match.js';
export { parseQuery } from './parse.js';
export { printValue } from './print-value.js';
export { type Snippet, type SnippetOptions, snippet } from './snippet.js';
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
  QueryValueError,
  TextNode,
} from './types.js';
export { findQueryWarnings, type QueryWarning } from './warnings.js';
