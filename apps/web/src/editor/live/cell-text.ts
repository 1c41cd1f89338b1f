import { type Change, changesBetween } from '../text-changes.js';

/** Escapes a text for a cell. */
export const encodeCell = (text: string): string => text.replace(/\\?\|/g, '\\|').replace(/\r\n?|\n/g, '<br>');

/** Returns the text of a cell for editing. */
export const decodeCell = (written: string): string => written.replaceAll('\\|', '|').replace(/<br ?\/?>/gi, '\n');

/** Parts of a cell as written, each of which stands for one character of its text. */
const WRITTEN_CHARACTER = /\\\||<br ?\/?>|./gis;

/** Returns the offset in a cell's Markdown of each character of its text, and that of its end. */
export function getWrittenOffsets(written: string): number[] {
  const offsets = [0];
  for (const [part] of written.matchAll(WRITTEN_CHARACTER)) offsets.push((offsets.at(-1) as number) + part.length);
  return offsets;
}

/** Returns the changes that give a cell another text. The rest of the cell stays as it is written. */
export function changeCell(written: string, text: string): Change[] {
  const offsets = getWrittenOffsets(written);
  return changesBetween(decodeCell(written), text).map(({ from, to, insert }) => ({
    from: offsets[from] as number,
    to: offsets[to] as number,
    insert: encodeCell(insert),
  }));
}

/** Returns the Markdown of a table with the cells of a grid; its first row is the head. */
export function formatTable(grid: readonly (readonly string[])[]): string {
  const columns = Math.max(...grid.map(({ length }) => length));
  const format = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, at) => encodeCell((cells[at] ?? '').trim())).join(' | ')} |`;
  const [head = [], ...rows] = grid;
  return [format(head), `|${' --- |'.repeat(columns)}`, ...rows.map(format)].join('\n');
}
