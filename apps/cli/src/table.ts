import type { Output } from './output.js';
import { cut, forTerminal, oneLine } from './text.js';

/** Largest number of characters of a cell; the last cell of a row is shown whole. */
const WIDEST = 64;

/** Formats aligned columns, two spaces between them; cells are made safe to show. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) =>
    row.map((cell, index) => (index < row.length - 1 ? cut(oneLine(cell), WIDEST) : oneLine(cell))),
  );
  const widths: number[] = [];
  for (const row of cells) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, width(cell));
  }
  const padded = (cell: string, index: number) => cell + ' '.repeat((widths[index] as number) - width(cell));
  return cells.map((row) => row.map(padded).join('  ').trimEnd());
}

/** Shows rows in aligned columns below a heading. */
export function section(heading: string, rows: readonly (readonly string[])[], out: Output): void {
  out.line(out.bold(heading));
  for (const line of aligned(rows)) out.line(`  ${line}`);
}

const width = (cell: string) => [...cell].length;

/**
 * Writes CSV as RFC 4180 defines it. A text that begins like a formula gets a leading `'`, by which spreadsheets
 * recognise text.
 */
export function writeCsv(rows: readonly (readonly (string | number)[])[], out: Output): void {
  const lines = rows.map(csvLine).join('');
  out.raw(out.isTerminal ? forTerminal(lines) : lines);
}

/** Formats one record of {@link writeCsv}, with its line end. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
