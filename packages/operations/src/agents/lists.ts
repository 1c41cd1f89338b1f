const MAX_ROWS = 1_000;
/** Maximum rows of the lists about one note. */
export const MAX_NOTE_ROWS = 500;

/** Returns a bounded list from a start row, in one response, with the row at which the next call continues. */
export function toBoundedList<Name extends string, Row>(
  name: Name,
  rows: readonly Row[],
  start = 0,
  max = MAX_ROWS,
): Record<Name, Row[]> & { total: number; truncated: boolean; next_start?: number } {
  const list = { [name]: rows.slice(start, start + max) } as Record<Name, Row[]>;
  return { ...list, ...getRest(start + max, rows.length) };
}

/** Returns the total number of rows, and the start of the rows behind `end` if any remain. */
export function getRest(end: number, total: number): { total: number; truncated: boolean; next_start?: number } {
  return end < total ? { total, truncated: true, next_start: end } : { total, truncated: false };
}

/** Returns the cursor of the next page, if there is one. */
export const toNextCursor = ({ next_cursor }: { next_cursor: string | null }) =>
  next_cursor === null ? {} : { next_cursor };
