import type { NoteRow } from './rows.js';

/** Notes selected in a list; they stay selected when the list no longer contains them. */
export interface Selection {
  readonly rows: ReadonlyMap<string, NoteRow>;
  /** Row that range selection starts from: the one selected or deselected last. */
  readonly anchor: string | undefined;
}

/** Maximum number of notes in a batch. */
export const MAX_SELECTED = 500;

export const emptySelection: Selection = { rows: new Map(), anchor: undefined };

/** Selects or deselects a row, which becomes the anchor. */
export function toggleRow({ rows }: Selection, row: NoteRow): Selection {
  const next = new Map(rows);
  if (!next.delete(row.id)) next.set(row.id, row);
  return { rows: next, anchor: row.id };
}

/** Adds the rows from the anchor to `index`, inclusive; the anchor stays. */
export function extendTo(selection: Selection, list: readonly NoteRow[], index: number): Selection {
  const found = list.findIndex(({ id }) => id === selection.anchor);
  const from = found === -1 ? index : found;
  const added = list.slice(Math.min(from, index), Math.max(from, index) + 1);
  return {
    rows: new Map([...selection.rows, ...added.map(toEntry)]),
    anchor: list[from]?.id,
  };
}

/** Selects all rows of a list. */
export const selectAll = (list: readonly NoteRow[]): Selection => ({
  rows: new Map(list.map(toEntry)),
  anchor: list[0]?.id,
});

/** Keeps only the given notes selected. */
export function keepSelected({ rows }: Selection, ids: readonly string[]): Selection {
  const remainingIds = new Set(ids);
  return { rows: new Map([...rows].filter(([id]) => remainingIds.has(id))), anchor: undefined };
}

/** Returns the selected notes with their current rows of the list. */
export function refreshRows(selection: Selection, list: readonly NoteRow[]): NoteRow[] {
  const now = new Map(list.map(toEntry));
  return [...selection.rows.values()].map((row) => now.get(row.id) ?? row);
}

const toEntry = (row: NoteRow): [string, NoteRow] => [row.id, row];
