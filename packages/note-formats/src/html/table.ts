import { renderLine } from './line.js';
import { collectRuns, PLAIN, type Run, type Style } from './runs.js';
import { tidy } from './tidy.js';
import { type Element, type Node, walkElements } from './tree.js';

/** Elements that a table cell in Markdown cannot contain. */
const TOO_MUCH: ReadonlySet<string> = new Set(['table', 'pre', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr']);
const SECTIONS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
const MAX_SPAN = 50;

interface Row {
  readonly cells: readonly Element[];
  readonly isHead: boolean;
}

/** Returns the rows of a data table; undefined for a layout table, of which only the contents of the cells are used. */
export function readDataRows(table: Element): readonly Row[] | undefined {
  const rows = [...readRows(table, false)];
  const isGrid = rows.some(({ cells }) => cells.length > 1);
  for (const { cells } of rows)
    for (const cell of cells) for (const { name } of walkElements(cell)) if (TOO_MUCH.has(name)) return undefined;
  return isGrid ? rows : undefined;
}

function* readRows(parent: Element, inHead: boolean): Generator<Row> {
  for (const child of parent.children) {
    if (typeof child === 'string') continue;
    if (SECTIONS.has(child.name)) yield* readRows(child, child.name === 'thead');
    else if (child.name === 'tr') yield readRow(child, inHead);
  }
}

function readRow({ children }: Element, inHead: boolean): Row {
  const cells = children.filter((child): child is Element => typeof child !== 'string' && /^t[hd]$/.test(child.name));
  return { cells, isHead: cells.length > 0 && (inHead || cells.every(({ name }) => name === 'th')) };
}

/** Returns the lines of a table, with an empty header when it has none. */
export function* formatTableLines(rows: readonly Row[], style: Style): Generator<string> {
  const width = rows.reduce((most, row) => Math.max(most, getRowWidth(row)), 1);
  const [first, ...rest] = rows;
  const head = first?.isHead === true ? first : undefined;
  yield formatRow(head === undefined ? [] : getCellTexts(head, style), width);
  yield `| ${Array(width).fill('---').join(' | ')} |`;
  for (const row of head === undefined ? rows : rest) yield formatRow(getCellTexts(row, style), width);
}

const getRowWidth = ({ cells }: Row) => cells.reduce((width, cell) => width + getSpan(cell), 0);

function getSpan({ attributes }: Element): number {
  const span = Number.parseInt(attributes.colspan ?? '1', 10);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), MAX_SPAN);
}

/** The text of a cell with a column span goes into its first column. */
const getCellTexts = ({ cells }: Row, style: Style) =>
  cells.flatMap((cell) => [cellText(cell, style), ...Array<string>(getSpan(cell) - 1).fill('')]);

const formatRow = (texts: readonly string[], width: number) =>
  `|${Array.from({ length: width }, (_, index) => ` ${texts[index] ?? ''} `).join('|')}|`;

function cellText(cell: Element, style: Style): string {
  const runs: Run[] = [];
  collectCell(cell.children, style, runs);
  return renderLine(tidy(runs), { lineBreak: '<br>' }).replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Collects the runs of a cell. Blocks become lines with a single break between them. */
function collectCell(nodes: readonly Node[], style: Style, runs: Run[]): void {
  for (const node of nodes) {
    if (typeof node === 'string' || !BLOCKS.has(node.name)) {
      if (typeof node !== 'string' || node.trim() !== '' || runs.at(-1) !== BREAK)
        for (const run of collectRuns([node], style)) runs.push(run);
      continue;
    }
    breakLine(runs);
    if (node.name === 'li') runs.push({ ...PLAIN, kind: 'text', text: '• ' });
    collectCell(node.children, style, runs);
    breakLine(runs);
  }
}

function breakLine(runs: Run[]): void {
  if (runs.at(-1) !== BREAK) runs.push(BREAK);
}

const BREAK: Run = { ...PLAIN, kind: 'break' };
const BLOCKS: ReadonlySet<string> = new Set(
  'p div ul ol li dl dt dd section article figure figcaption center'.split(' '),
);
