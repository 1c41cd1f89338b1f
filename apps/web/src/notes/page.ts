export interface Keyed {
  readonly id: string;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** True when the service stopped counting before the end. */
  readonly truncated: boolean;
  /** Queries with results, when these do not match exactly. */
  readonly suggestions?: readonly string[] | undefined;
  /** Notes above the listing, such as parts of a search that did not work. */
  readonly notices?: readonly string[] | undefined;
}

/** Appends a page. A row that moved in between and occurs twice is listed once. */
export function appendPage<Row extends Keyed>(before: Page<Row> | undefined, next: Page<Row>): Page<Row> {
  if (before === undefined) return next;
  const known = new Set(before.rows.map(({ id }) => id));
  return { ...next, rows: [...before.rows, ...next.rows.filter(({ id }) => !known.has(id))] };
}
