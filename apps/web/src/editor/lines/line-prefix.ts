import type { EditorState, Line, Text } from '@codemirror/state';
import { getTreeTo } from '../parsed-tree.js';

/** Quote marks, indentation and list marker at the beginning of a line. */
export interface LinePrefix {
  /** Quote marks with the spaces between and behind them. */
  readonly quote: string;
  /** Number of quote marks. */
  readonly depth: number;
  /** White space behind the quote marks. */
  readonly indent: string;
  /** Width of the white space in columns. */
  readonly column: number;
  readonly item?: ListItem;
  /** Length of the prefix in characters. */
  readonly length: number;
}

/** Marker of a list item. */
export interface ListItem {
  /** The bullet, or the number with its delimiter. */
  readonly marker: string;
  /** Number of an ordered item. */
  readonly number?: number;
  readonly delimiter?: string;
  readonly spacing: string;
  /** Checkbox of a task with the white space behind it. */
  readonly box?: string;
  /** Column at which the text begins, and to which nested items are indented. */
  readonly content: number;
}

const PREFIX = /^((?: {0,3}>(?: (?! {4}))?)*)([ \t]*)(?:(([-*+])|(\d{1,9})([.)]))([ \t]+|$)(\[[ xX]\](?:[ \t]+|$))?)?/;
const THEMATIC_BREAK = /^[\s>]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const TAB_WIDTH = 4;

/** Parses the beginning of a line. A line of dashes or asterisks is no list item. */
export function parsePrefix(text: string): LinePrefix {
  const match = PREFIX.exec(text) as RegExpExecArray;
  const [whole, quote = '', indent = '', marker, , number, delimiter, spacing = '', box] = match;
  const depth = quote.replace(/[^>]/g, '').length;
  const column = getColumns(indent);
  if (marker === undefined || THEMATIC_BREAK.test(text))
    return { quote, depth, indent, column, length: quote.length + indent.length };
  const content = column + marker.length + (spacing.length > 0 && spacing.length <= TAB_WIDTH ? spacing.length : 1);
  const item: ListItem = {
    marker,
    spacing: spacing === '' ? ' ' : spacing,
    content,
    ...(number !== undefined && { number: Number(number), delimiter: delimiter as string }),
    ...(box !== undefined && { box }),
  };
  return { quote, depth, indent, column, item, length: whole.length };
}

/** Returns the width of white space in columns. */
export function getColumns(indent: string): number {
  let column = 0;
  for (const character of indent) column += character === '\t' ? TAB_WIDTH - (column % TAB_WIDTH) : 1;
  return column;
}

/** Returns white space of a width, with tabs where the list uses them. */
export const toIndent = (column: number, usesTabs: boolean): string =>
  usesTabs ? '\t'.repeat(Math.floor(column / TAB_WIDTH)) + ' '.repeat(column % TAB_WIDTH) : ' '.repeat(column);

/** Rounds a column up to a tab stop. */
export const toTabStop = (column: number): number => Math.ceil(column / TAB_WIDTH) * TAB_WIDTH;

/** A line with its parsed beginning. */
export interface ParsedLine {
  readonly line: Line;
  readonly prefix: LinePrefix;
  readonly isBlank: boolean;
}

export function parseLine(line: Line): ParsedLine {
  const prefix = parsePrefix(line.text);
  return { line, prefix, isBlank: prefix.item === undefined && line.text.length === prefix.length };
}

/** Number of lines that are searched for the beginning and the end of a list. */
const MAX_LIST_LINES = 2_000;

/** Returns true when a line can belong to a list: an item, an indented line, or a blank line. */
const canBeInList = ({ prefix, isBlank }: ParsedLine, depth: number): boolean =>
  prefix.depth === depth && (isBlank || prefix.item !== undefined || prefix.column > 0);

/** Returns the lines around a range of lines that can belong to the same list. */
export function readListLines(doc: Text, from: number, to: number): ParsedLine[] {
  const inner: ParsedLine[] = [];
  for (let number = from; number <= to; number += 1) inner.push(parseLine(doc.line(number)));
  const before: ParsedLine[] = [];
  const first = inner[0] as ParsedLine;
  for (let number = from - 1; number > 0 && from - number < MAX_LIST_LINES; number -= 1) {
    const parsed = parseLine(doc.line(number));
    if (!canBeInList(parsed, first.prefix.depth)) break;
    before.push(parsed);
  }
  const after: ParsedLine[] = [];
  const last = inner.at(-1) as ParsedLine;
  for (let number = to + 1; number <= doc.lines && number - to < MAX_LIST_LINES; number += 1) {
    const parsed = parseLine(doc.line(number));
    if (!canBeInList(parsed, last.prefix.depth)) break;
    after.push(parsed);
  }
  return [...before.reverse(), ...inner, ...after];
}

/** Returns the lines from `from` on that belong to the item with a prefix, with the items nested in it. */
export function readLinesOfItem(doc: Text, from: number, { depth, item }: LinePrefix): ParsedLine[] {
  const lines: ParsedLine[] = [];
  const content = item?.content ?? 0;
  for (let number = from; number <= doc.lines && number - from < MAX_LIST_LINES; number += 1) {
    const parsed = parseLine(doc.line(number));
    const { prefix } = parsed;
    if (!canBeInList(parsed, depth) || (prefix.item !== undefined && prefix.column < content)) break;
    lines.push(parsed);
  }
  return lines;
}

const CODE: Readonly<Record<string, 'block' | 'inline'>> = {
  FencedCode: 'block',
  CodeBlock: 'block',
  HTMLBlock: 'block',
  InlineCode: 'inline',
};

/** Returns the kind of code at an offset; undefined outside code. */
export function getCodeKind(state: EditorState, at: number): 'block' | 'inline' | undefined {
  for (let node = getTreeTo(state, at).resolveInner(at, -1); ; ) {
    const kind = CODE[node.name];
    // An offset behind the closing backtick is outside the code.
    if (kind !== undefined && (kind === 'block' || (node.from < at && at < node.to))) return kind;
    if (node.parent === null) return undefined;
    node = node.parent;
  }
}
