/** Escapes a text for a cell. */
export const encodeCell = (text: string): string => text.replace(/\\?\|/g, '\\|').replace(/\r\n?|\n/g, '<br>');

/** Returns the text of a cell for editing. */
export const decodeCell = (written: string): string => written.replaceAll('\\|', '|').replace(/<br ?\/?>/gi, '\n');

/** Returns the Markdown of a table with the cells of a grid; its first row is the head. */
export function formatTable(grid: readonly (readonly string[])[]): string {
  const columns = Math.max(...grid.map(({ length }) => length));
  const format = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, at) => encodeCell((cells[at] ?? '').trim())).join(' | ')} |`;
  const [head = [], ...rows] = grid;
  return [format(head), `|${' --- |'.repeat(columns)}`, ...rows.map(format)].join('\n');
}
