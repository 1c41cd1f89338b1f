export interface Keyed {
  readonly id: string;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** null on the last. */
  readonly nextCursor: string | null;
  /** Whether the service stopped counting before the end. */
  readonly truncated: boolean;
}

/** A page and the one after it; a row that moved in between and comes twice is listed once. */
export function appended<Row extends Keyed>(before: Page<Row> | undefined, next: Page<Row>): Page<Row> {
  if (before === undefined) return next;
  const known = new Set(before.rows.map(({ id }) => id));
  return { ...next, rows: [...before.rows, ...next.rows.filter(({ id }) => !known.has(id))] };
}
