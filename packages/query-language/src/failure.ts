import type { QueryError, QueryErrorCode, QueryValueError } from './types.js';

/** Error thrown inside the parser only; `parseQuery` turns it into a `QueryError`. */
export class QueryFailure extends Error {
  constructor(
    readonly code: QueryErrorCode,
    readonly problem: string,
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
  const { code, problem, start, end, value } = failure;
  const message = `${problem} at column ${column}`;
  if (value === undefined) return { code, message, start, end, column };
  return { code, message: `${message}: it takes ${value.takes}`, start, end, column, value };
}
