/** Reason why a query is refused (SPEC.md, section 6). */
export type QueryErrorCode =
  | 'too_long'
  | 'too_many_tokens'
  | 'too_deep'
  | 'unclosed_quote'
  | 'unclosed_group'
  | 'unexpected'
  | 'bad_value'
  | 'nothing_to_search';

/** First error of a query. */
export interface QueryError {
  code: QueryErrorCode;
  /**
   * Error text with the column and how to correct the query: `unclosed quote at column 14: add a closing quotation mark`.
   * It quotes no text of the query.
   */
  message: string;
  /** UTF-16 offset of the first character of the error. */
  start: number;
  /** UTF-16 offset after the last character of the error; always above `start`. */
  end: number;
  /** Column of `start` in code points, from 1. */
  column: number;
  /** With `bad_value` alone: what the message says about the value. */
  value?: QueryValueError;
}

/** Error in the value of a field. */
export interface QueryValueError {
  /** Field name in lower case, as written: `notebook` or its alias `category`. */
  field: string;
  /** True if no value follows the colon. */
  missing: boolean;
  /** Description of the valid values: `a note id`. */
  takes: string;
}

/** Value of the field `is`. */
export type IsValue = 'trashed' | 'template' | 'readonly' | 'orphan' | 'tagged' | 'imported';
/** Value of the field `has`. */
export type HasValue = 'resource' | 'image' | 'link' | 'task' | 'open-task' | 'remote-media' | 'code';

/** Valid calendar date: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, years 1000 to 9999. */
export type CalendarDate = string;

/** Value of a date field; `dateRange` returns its bounds. */
export type DateSpec =
  | { readonly kind: 'on'; readonly date: CalendarDate }
  | { readonly kind: 'compare'; readonly op: '>' | '>=' | '<' | '<='; readonly date: CalendarDate }
  /** Days from the first of `first` to the last of `last`, both included. */
  | { readonly kind: 'range'; readonly first: CalendarDate; readonly last: CalendarDate }
  /** The last `days` days (1 to 36,525), today included: `today` is 1, `4w` is 28. */
  | { readonly kind: 'last'; readonly days: number };

/** Word, prefix or phrase. */
export interface TextNode {
  readonly type: 'text';
  /** Searched parts of a note; a phrase must be in one of them. */
  readonly scope: 'any' | 'title' | 'body';
  /** One or more folded terms (see `tokenize`). Several terms form a phrase. */
  readonly terms: readonly string[];
  /** True when the last term may be the beginning of a term. */
  readonly prefix: boolean;
}

/** Condition of a query. Lists have two or more children in canonical order, and no child of their own kind. */
export type QueryNode =
  | { readonly type: 'and'; readonly children: readonly QueryNode[] }
  | { readonly type: 'or'; readonly children: readonly QueryNode[] }
  | { readonly type: 'not'; readonly child: QueryNode }
  | TextNode
  /** `path` is the `nameKey` of the tag, its segments joined by `/`; null for `tag:none`. */
  | { readonly type: 'tag'; readonly path: string | null }
  /** `path` has the `nameKey` of each segment, outermost first; at least one. */
  | { readonly type: 'notebook'; readonly path: readonly string[] }
  | { readonly type: 'notebook_id'; readonly id: string }
  | { readonly type: 'is'; readonly value: IsValue }
  | { readonly type: 'has'; readonly value: HasValue }
  | { readonly type: 'date'; readonly field: 'created' | 'updated'; readonly spec: DateSpec }
  /** `to`: notes that link to the target. `from`: notes the target links to. `title` is a `nameKey`. */
  | {
      readonly type: 'link';
      readonly direction: 'to' | 'from';
      readonly target: { readonly id: string } | { readonly title: string };
    }
  | { readonly type: 'id'; readonly id: string }
  /**
   * Literal pieces of an attachment's name (`nameKey`) with any text between each two: `a*.pdf` is `['a', '.pdf']`. A
   * value without `*` matches anywhere: `['', value, '']`. There are always two or more.
   */
  | { readonly type: 'filename'; readonly parts: readonly string[] }
  /** Lower case; the `subtype` `*` matches any. */
  | { readonly type: 'mime'; readonly mediaType: string; readonly subtype: string };

/** Parsed query. Immutable. */
export interface Query {
  /** Null for the empty query, which finds all notes. */
  readonly root: QueryNode | null;
  /** True when `is:trashed` occurs in the query; otherwise trashed notes never match. */
  readonly seesTrash: boolean;
  /** True when a text is under an even number of negations, so that results can be ranked by relevance. */
  readonly hasText: boolean;
}

/** A query, or the first error of its text. */
export type ParseResult = { ok: true; query: Query } | { ok: false; error: QueryError };
