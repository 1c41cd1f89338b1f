import type { QueryError, QueryErrorCode, QueryValueError } from './types.js';

/** Error thrown inside the parser only; `parseQuery` turns it into a `QueryError`. */
export class QueryFailure extends Error {
  constructor(
    readonly code: QueryErrorCode,
    readonly problem: string,
    /** Advice that corrects the query. */
    readonly hint: string,
    readonly start: number,
    readonly end: number,
    readonly value?: QueryValueError,
  ) {
    super(problem);
  }
}

/** Converts a failure in `text` to its public form. The column counts code points. */
export function describeFailure(failure: QueryFailure, text: string): QueryError {
  let column = 1;
  for (let at = 0; at < failure.start; column++) at += text.codePointAt(at)! < 0x10000 ? 1 : 2;
  const { code, problem, hint, start, end, value } = failure;
  const message = `${problem} at column ${column}: ${hint}`;
  return { code, message, start, end, column, ...(value === undefined ? {} : { value }) };
}
