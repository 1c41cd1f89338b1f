import type { EditorState } from '@codemirror/state';
import { parsePrefix } from '../editor/lines/line-prefix.js';

/** Surroundings of a paste, which decide how Markdown fits into the text. */
export interface Place {
  /** Prefix of further lines. */
  readonly indent: string;
  /** In an empty list item: the length of its marker, and the prefix of further items. */
  readonly emptyItem?: { readonly markerLength: number; readonly indent: string };
  /** Line breaks before and behind blocks; undefined within lists and quotes. */
  readonly gaps?: { readonly before: string; readonly after: string };
}

const ITEM = /^(?:[-*+]|\d+[.)]) /;
/** Markdown that is more than the words of a paragraph. */
const BLOCK = /^(?:#{1,6} |[-*+] |\d+[.)] |> |\||```|\$\$)|\n/;

/** Reads the surroundings of a range that a paste replaces. */
export function readPlace(state: EditorState, from: number, to: number): Place {
  const line = state.doc.lineAt(from);
  const { quote, indent, column, item, length } = parsePrefix(line.text);
  const outer = quote + indent;
  const isEmpty = item !== undefined && line.from + length >= line.to && from === line.to;
  return {
    indent: quote + ' '.repeat(item?.content ?? column),
    ...(isEmpty && { emptyItem: { markerLength: line.length - outer.length, indent: outer } }),
    ...(length === 0 && { gaps: { before: findGapBefore(state, from), after: findGapAfter(state, to) } }),
  };
}

/** Markdown fitted into a place. */
interface FittedText {
  /** Number of characters before the place that are replaced too. */
  readonly replacesBefore: number;
  readonly insert: string;
}

/** Fits Markdown into a place: in lists and quotes each line gets their prefix, elsewhere blocks get blank lines. */
export function fitMarkdown({ indent, emptyItem, gaps }: Place, markdown: string): FittedText {
  if (emptyItem !== undefined && ITEM.test(markdown))
    return { replacesBefore: emptyItem.markerLength, insert: indentLines(markdown, emptyItem.indent) };
  const insert = indentLines(markdown, indent);
  if (gaps === undefined || !BLOCK.test(markdown)) return { replacesBefore: 0, insert };
  return { replacesBefore: 0, insert: gaps.before + insert + gaps.after };
}

const indentLines = (markdown: string, indent: string) =>
  markdown.replace(/\n(?=(\n?))/g, (_, next: string) => `\n${next === '' ? indent : indent.trimEnd()}`);

/** Returns the line breaks between an offset and a block inserted there. */
export function findGapBefore({ doc }: EditorState, at: number): string {
  const line = doc.lineAt(at);
  if (line.text.slice(0, at - line.from).trim() !== '') return '\n\n';
  return line.number > 1 && doc.line(line.number - 1).text.trim() !== '' ? '\n' : '';
}

/** Returns the line breaks between a block inserted at an offset and the text behind it. */
export function findGapAfter({ doc }: EditorState, at: number): string {
  const line = doc.lineAt(at);
  if (line.text.slice(at - line.from).trim() !== '') return '\n\n';
  return line.number < doc.lines && doc.line(line.number + 1).text.trim() !== '' ? '\n' : '';
}
