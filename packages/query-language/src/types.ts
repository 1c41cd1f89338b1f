/** Why a query was refused. */
export type QueryErrorCode =
  | 'too_long'
  | 'too_many_tokens'
  | 'too_deep'
  | 'unclosed_quote'
  | 'unclosed_group'
  | 'unexpected'
  | 'bad_value'
  | 'nothing_to_search';

export interface QueryError {
  code: QueryErrorCode;
  /** A short sentence that names the column: `unclosed quote at column 14`. Quotes nothing the user typed. */
  message: string;
  /** UTF-16 offsets in the query, `end` exclusive. */
  start: number;
  end: number;
  /** 1-based, in code points. */
  column: number;
}

export type IsValue = 'trashed' | 'template' | 'readonly' | 'orphan' | 'tagged' | 'imported';
export type HasValue = 'resource' | 'image' | 'link' | 'task' | 'open-task' | 'remote-media' | 'code';

/** A valid calendar date: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, years 1000 to 9999. */
export type CalendarDate = string;

export type DateSpec =
  | { readonly kind: 'on'; readonly date: CalendarDate }
  | { readonly kind: 'compare'; readonly op: '>' | '>=' | '<' | '<='; readonly date: CalendarDate }
  /** Both ends included. */
  | { readonly kind: 'range'; readonly first: CalendarDate; readonly last: CalendarDate }
  /** The last `days` days, today included: `today` is 1, `4w` is 28. */
  | { readonly kind: 'last'; readonly days: number };

/** Folded terms (see `tokenize`); more than one is a phrase. `prefix`: the last term may be the start of a word. */
export interface TextNode {
  readonly type: 'text';
  readonly scope: 'any' | 'title' | 'body';
  readonly terms: readonly string[];
  readonly prefix: boolean;
}

export type QueryNode =
  | { readonly type: 'and'; readonly children: readonly QueryNode[] }
  | { readonly type: 'or'; readonly children: readonly QueryNode[] }
  | { readonly type: 'not'; readonly child: QueryNode }
  | TextNode
  /** `nameKey` of the tag, segments joined by `/`; null is `tag:none`. */
  | { readonly type: 'tag'; readonly path: string | null }
  /** `nameKey` of each segment, outermost first. */
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
   * Literal pieces of an attachment's name (`nameKey`) with any text between each two: `a*.pdf` is `['a', '.pdf']`.
   * A value without `*` is found anywhere: `['', value, '']`. Always two or more.
   */
  | { readonly type: 'filename'; readonly parts: readonly string[] }
  /** Lower case; `subtype` `*` is any. */
  | { readonly type: 'mime'; readonly mediaType: string; readonly subtype: string };

export interface Query {
  /** null: the empty query, All notes. */
  readonly root: QueryNode | null;
  /** `is:trashed` is mentioned somewhere; otherwise trashed notes never match. */
  readonly seesTrash: boolean;
  /** At least one text term that is not negated: relevance has a meaning. */
  readonly hasText: boolean;
}

export type ParseResult = { ok: true; query: Query } | { ok: false; error: QueryError };
