import { renderLine } from './line.js';
import { collectRuns, isIgnored, PLAIN, type Run, type Style } from './runs.js';
import { tidy } from './tidy.js';
import { type Element, getTextLine, HtmlError, type Node, walkElements } from './tree.js';

/** Elements that a table cell in Markdown cannot contain. */
const TOO_MUCH: ReadonlySet<string> = new Set(['table', 'pre', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr']);
const SECTIONS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
const MAX_SPAN = 50;
/** Most rows of a cell, as in browsers. */
const MAX_ROW_SPAN = 65_534;

interface Row {
  readonly cells: readonly Element[];
  readonly isHead: boolean;
  /** Section of the row, else the table. No cell reaches into another one. */
  readonly section: Element;
}

/** Returns the rows of a data table; undefined for a layout table, of which only the contents of the cells are used. */
export function readDataRows(table: Element): readonly Row[] | undefined {
  if (hasTextBetweenCells(table)) return undefined;
  const rows = [...readRows(table, false)];
  const isGrid = rows.some(({ cells }) => cells.length > 1);
  for (const { cells } of rows)
    for (const cell of cells) for (const { name } of walkElements(cell)) if (TOO_MUCH.has(name)) return undefined;
  return isGrid ? rows : undefined;
}

/** Returns the captions of a table. */
export const listCaptions = ({ children }: Element): Element[] =>
  children.filter((child): child is Element => typeof child !== 'string' && child.name === 'caption');

/** Returns true for text outside the cells and captions, such as in a form around rows. */
const hasTextBetweenCells = ({ children }: Element): boolean =>
  children.some((child) => {
    if (typeof child === 'string') return child.trim() !== '';
    if (child.name === 'tr' || SECTIONS.has(child.name)) return hasTextBetweenCells(child);
    return !isIgnored(child) && !/^(?:t[dh]|caption)$/.test(child.name) && getTextLine(child) !== '';
  });

function* readRows(parent: Element, inHead: boolean): Generator<Row> {
  for (const child of parent.children) {
    if (typeof child === 'string') continue;
    if (SECTIONS.has(child.name)) yield* readRows(child, child.name === 'thead');
    else if (child.name === 'tr') yield readRow(child, parent, inHead);
  }
}

function readRow({ children }: Element, section: Element, inHead: boolean): Row {
  const cells = children.filter((child): child is Element => typeof child !== 'string' && /^t[hd]$/.test(child.name));
  return { cells, isHead: cells.length > 0 && (inHead || cells.every(({ name }) => name === 'th')), section };
}

/**
 * Returns the lines of a table, with an empty header when it has none.
 *
 * @param maxLength longest table, in UTF-16 code units
 *
 * @throws HtmlError when the empty table would be longer already
 */
export function* formatTableLines(rows: readonly Row[], style: Style, maxLength: number): Generator<string> {
  const width = measureWidth(rows, maxLength / EMPTY_CELL.length);
  const hasHead = rows[0]?.isHead === true;
  const delimiters = `| ${Array(width).fill('---').join(' | ')} |`;
  if (!hasHead) yield* [formatRow([], width), delimiters];
  let isFirst = true;
  for (const cells of placeCells(rows)) {
    yield formatRow(
      cells.map((cell) => (cell === undefined ? '' : cellText(cell, style))),
      width,
    );
    if (isFirst && hasHead) yield delimiters;
    isFirst = false;
  }
}

/** Returns the number of columns. */
function measureWidth(rows: readonly Row[], maxCells: number): number {
  let width = 1;
  let cells = 0;
  for (const { length } of placeCells(rows)) {
    width = Math.max(width, length);
    cells += length;
    if (Math.max(cells, width * rows.length) > maxCells) throw new HtmlError('too_large');
  }
  return width;
}

/**
 * Yields the cells of each row by column. A cell is in the first of its columns and rows; the others are empty.
 */
function* placeCells(rows: readonly Row[]): Generator<readonly (Element | undefined)[]> {
  /** Number of further rows that a cell takes up, by column. */
  let taken: number[] = [];
  let section: Element | undefined;
  for (const row of rows) {
    if (row.section !== section) taken = [];
    section = row.section;
    const placed: (Element | undefined)[] = [];
    const passTaken = (isAtEnd: boolean) => {
      for (let rest = taken[placed.length]; rest !== undefined && (isAtEnd || rest > 0); rest = taken[placed.length]) {
        taken[placed.length] = Math.max(0, rest - 1);
        placed.push(undefined);
      }
    };
    for (const cell of row.cells) {
      passTaken(false);
      const further = getRowSpan(cell) - 1;
      for (let column = 0; column < getSpan(cell); column += 1) {
        taken[placed.length] = further;
        placed.push(column === 0 ? cell : undefined);
      }
    }
    passTaken(true);
    yield placed;
  }
}

function getSpan({ attributes }: Element): number {
  const span = Number.parseInt(attributes.colspan ?? '1', 10);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), MAX_SPAN);
}

/** Returns the number of rows of a cell. Zero means all rows of its section. */
function getRowSpan({ attributes }: Element): number {
  const span = Number.parseInt(attributes.rowspan ?? '1', 10);
  if (span === 0) return MAX_ROW_SPAN;
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), MAX_ROW_SPAN);
}

const formatCell = (text: string) => ` ${text} `;
const EMPTY_CELL = `${formatCell('')}|`;

const formatRow = (texts: readonly string[], width: number) =>
  `|${Array.from({ length: width }, (_, index) => formatCell(texts[index] ?? '')).join('|')}|`;

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
