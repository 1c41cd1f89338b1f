/** Opens and closes a block of math. */
export const MATH_MARK = '$$';
const LINE_END = /[ \t]*\r?(?![^\n])/y;

/** Returns the offset of the last "$$" of `body` that ends a line, or -1. */
export function findLastMathEnd(body: string): number {
  let at = body.lastIndexOf(MATH_MARK);
  while (at !== -1 && !endsLine(body, at + MATH_MARK.length)) at = at === 0 ? -1 : body.lastIndexOf(MATH_MARK, at - 1);
  return at;
}

function endsLine(body: string, at: number): boolean {
  LINE_END.lastIndex = at;
  return LINE_END.test(body);
}
