import type { QueryError, QueryErrorCode } from './types.js';

/** Thrown inside the parser only; `parseQuery` turns it into a `QueryError`. */
export class QueryFailure extends Error {
  constructor(
    readonly code: QueryErrorCode,
    readonly what: string,
    readonly start: number,
    readonly end: number,
    /** What would have been right, told after the column. */
    readonly hint = '',
  ) {
    super(what);
  }
}

/** The public form of a failure in `text`: the column counts code points. */
export function describeFailure(failure: QueryFailure, text: string): QueryError {
  let column = 1;
  for (let at = 0; at < failure.start; column++) at += text.codePointAt(at)! < 0x10000 ? 1 : 2;
  const { code, what, start, end, hint } = failure;
  const message = `${what} at column ${column}${hint === '' ? '' : `: ${hint}`}`;
  return { code, message, start, end, column };
}
