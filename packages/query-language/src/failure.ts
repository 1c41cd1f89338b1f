import type { QueryError, QueryErrorCode } from './types.js';

/** Error thrown inside the parser only; `parseQuery` turns it into a `QueryError`. */
export class QueryFailure extends Error {
  constructor(
    readonly code: QueryErrorCode,
    readonly problem: string,
    readonly start: number,
    readonly end: number,
    /** Description of the valid values, for the end of the message. */
    readonly hint = '',
  ) {
    super(problem);
  }
}

/** Converts a failure in `text` to its public form. The column counts code points. */
export function describeFailure(failure: QueryFailure, text: string): QueryError {
  let column = 1;
  for (let at = 0; at < failure.start; column++) at += text.codePointAt(at)! < 0x10000 ? 1 : 2;
  const { code, problem, start, end, hint } = failure;
  const message = `${problem} at column ${column}${hint === '' ? '' : `: ${hint}`}`;
  return { code, message, start, end, column };
}
