import { getDisplayWidth } from './display-width.js';
import type { Output } from './output.js';
import { sanitiseForTerminal, toOneLine, truncate } from './text.js';

/** Largest number of characters of a cell; the last cell of a row is shown whole. */
const MAX_CELL_LENGTH = 64;

/**
 * Formats aligned columns, two spaces between them; cells are made safe to show. A cell wider than `maxWidth` does not
 * widen its column.
 */
export function alignColumns(rows: readonly (readonly string[])[], maxWidth = Infinity): string[] {
  const cells = rows.map((row) =>
    row.map((cell, index) => (index < row.length - 1 ? truncate(toOneLine(cell), MAX_CELL_LENGTH) : toOneLine(cell))),
  );
  const widths: number[] = [];
  for (const row of cells) {
    for (const [index, cell] of row.entries()) {
      const width = getDisplayWidth(cell);
      if (width <= maxWidth) widths[index] = Math.max(widths[index] ?? 0, width);
    }
  }
  const padCell = (cell: string, index: number) =>
    cell + ' '.repeat(Math.max(0, (widths[index] ?? 0) - getDisplayWidth(cell)));
  return cells.map((row) => row.map(padCell).join('  ').trimEnd());
}

/** Shows rows in aligned columns below a heading. */
export function printSection(heading: string, rows: readonly (readonly string[])[], out: Output): void {
  out.line(out.bold(heading));
  for (const line of alignColumns(rows)) out.line(`  ${line}`);
}

/**
 * Writes CSV as RFC 4180 defines it. A text that begins like a formula gets a leading `'`, by which spreadsheets
 * recognise text.
 */
export function printCsv(rows: readonly (readonly (string | number)[])[], out: Output): void {
  const lines = rows.map(formatCsvLine).join('');
  out.raw(out.isTerminal ? sanitiseForTerminal(lines) : lines);
}

/** Formats one record of {@link printCsv}, with its line end. */
export const formatCsvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map(formatCsvCell).join(',')}\r\n`;

function formatCsvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
