const MAX_ROWS = 1_000;
/** Rows of the lists about one note. */
export const MAX_PLACES = 500;

/** A list that is given in one answer, up to a bound. */
export function whole<Name extends string, Row>(
  name: Name,
  rows: readonly Row[],
  max = MAX_ROWS,
): Record<Name, Row[]> & { total: number; truncated: boolean } {
  const list = { [name]: rows.slice(0, max) } as Record<Name, Row[]>;
  return { ...list, total: rows.length, truncated: rows.length > max };
}

/** The cursor of a page, where there is a further one. */
export const next = ({ next_cursor }: { next_cursor: string | null }) => (next_cursor === null ? {} : { next_cursor });
