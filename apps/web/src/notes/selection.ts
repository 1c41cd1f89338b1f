import type { NoteRow } from './rows.js';

/** Notes selected in a list; they stay selected when the list no longer contains them. */
export interface Selection {
  readonly rows: ReadonlyMap<string, NoteRow>;
  /** Row that range selection starts from: the one selected or deselected last. */
  readonly anchor: string | undefined;
  /** Row that the current range ends at; undefined until a range was selected. */
  readonly rangeEnd?: string | undefined;
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

/** Selects the rows from the anchor to `index`, inclusive, in place of the previous range; the anchor stays. */
export function extendTo(selection: Selection, list: readonly NoteRow[], index: number): Selection {
  const found = list.findIndex(({ id }) => id === selection.anchor);
  const from = found === -1 ? index : found;
  const rows = new Map(selection.rows);
  const previousEnd = list.findIndex(({ id }) => id === selection.rangeEnd);
  if (found !== -1 && previousEnd !== -1) for (const { id } of sliceBetween(list, from, previousEnd)) rows.delete(id);
  for (const row of sliceBetween(list, from, index)) rows.set(row.id, row);
  return { rows, anchor: list[from]?.id, rangeEnd: list[index]?.id };
}

const sliceBetween = (list: readonly NoteRow[], from: number, to: number): readonly NoteRow[] =>
  list.slice(Math.min(from, to), Math.max(from, to) + 1);

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
