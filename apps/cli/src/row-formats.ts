import type { Output } from './output.js';
import { formatCsvLine } from './table.js';
import { sanitiseForTerminal } from './text.js';

type RowFormat<Shown> = (shown: Shown, out: Output) => void;

export interface RowFormats<Shown> {
  readonly jsonl: RowFormat<Shown>;
  readonly csv: RowFormat<Shown>;
}

/**
 * Makes the formats that every command with rows prints beside its table: JSON Lines with all fields of a row, and CSV
 * with a heading and some of them. Each row is written by itself.
 *
 * @param listRows returns the rows of an answer
 * @param columns fields of a row, which are the names of the CSV columns too
 * @param headings names of CSV columns that differ from their fields
 */
export function rowFormats<Shown, Row extends object>(
  listRows: (shown: Shown) => Iterable<Row>,
  columns: readonly (keyof Row & string)[],
  headings: { readonly [Field in keyof Row & string]?: string } = {},
): RowFormats<Shown> {
  return {
    jsonl: (shown, out) => {
      for (const row of listRows(shown)) out.line(JSON.stringify(row));
    },
    csv: (shown, out) => {
      const write = (line: string) => out.raw(out.isTerminal ? sanitiseForTerminal(line) : line);
      write(formatCsvLine(columns.map((column) => headings[column] ?? column)));
      for (const row of listRows(shown)) write(formatCsvLine(columns.map((column) => toCell(row[column]))));
    },
  };
}

/** Formats a cell: lists are separated by spaces, and an absent value is an empty cell. */
function toCell(value: unknown): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(toCell).join(' ') : JSON.stringify(value);
}
