import type { NoteRow } from './rows.js';

/** Notes selected in a list; they stay selected when the list no longer holds them. */
export interface Selection {
  readonly rows: ReadonlyMap<string, NoteRow>;
  /** Where an extension begins: the row selected or left last. */
  readonly anchor: string | undefined;
}

/** What one batch may hold. */
export const MOST_SELECTED = 500;

export const nothing: Selection = { rows: new Map(), anchor: undefined };

export function toggled({ rows }: Selection, row: NoteRow): Selection {
  const next = new Map(rows);
  if (!next.delete(row.id)) next.set(row.id, row);
  return { rows: next, anchor: row.id };
}

/** With the rows from the anchor to `index`, both included; the anchor stays. */
export function extendedTo(selection: Selection, list: readonly NoteRow[], index: number): Selection {
  const found = list.findIndex(({ id }) => id === selection.anchor);
  const from = found === -1 ? index : found;
  const added = list.slice(Math.min(from, index), Math.max(from, index) + 1);
  return {
    rows: new Map([...selection.rows, ...added.map(keyed)]),
    anchor: list[from]?.id,
  };
}

export const all = (list: readonly NoteRow[]): Selection => ({
  rows: new Map(list.map(keyed)),
  anchor: list[0]?.id,
});

/** Only those of the selection that are named. */
export function narrowed({ rows }: Selection, ids: readonly string[]): Selection {
  const kept = new Set(ids);
  return { rows: new Map([...rows].filter(([id]) => kept.has(id))), anchor: undefined };
}

/** The same notes, as the list has them now. */
export function refreshed(selection: Selection, list: readonly NoteRow[]): NoteRow[] {
  const now = new Map(list.map(keyed));
  return [...selection.rows.values()].map((row) => now.get(row.id) ?? row);
}

const keyed = (row: NoteRow): [string, NoteRow] => [row.id, row];
