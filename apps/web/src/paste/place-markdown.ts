import type { EditorState } from '@codemirror/state';
import { parsePrefix } from '../editor/lines/line-prefix.js';

/** Surroundings of a paste, which decide how Markdown fits into the text. */
export interface Place {
  /** Prefix of further lines. */
  readonly indent: string;
  /** In an empty list item: the length of its marker. */
  readonly emptyMarkerLength?: number;
  /** In a list item: the prefix of further items. */
  readonly itemIndent?: string;
  /** In an ordered list: the number of the first pasted item, and the delimiter of the list. */
  readonly numbering?: { readonly first: number; readonly delimiter: string };
  /** True within lists and quotes. */
  readonly isNested: boolean;
  /** Line breaks before and behind blocks. */
  readonly gaps: { readonly before: string; readonly after: string };
}

/** Start of a list item. */
export const ITEM = /^(?:[-*+]|\d+[.)]) /;

/** Reads the surroundings of a range that a paste replaces. */
export function readPlace(state: EditorState, from: number, to: number): Place {
  const line = state.doc.lineAt(from);
  const { quote, indent, column, item, length } = parsePrefix(line.text);
  const textFrom = line.from + length;
  if (length === 0 || from < textFrom)
    return {
      indent: '',
      isNested: false,
      gaps: { before: findGapBefore(state, from), after: findGapAfter(state, to) },
    };
  const further = quote + ' '.repeat(item?.content ?? column);
  const isEmpty = item !== undefined && textFrom === line.to && from === line.to;
  return {
    indent: further,
    ...(isEmpty && { emptyMarkerLength: line.length - quote.length - indent.length }),
    ...(item !== undefined && { itemIndent: quote + indent }),
    ...(item?.number !== undefined && {
      numbering: { first: isEmpty ? item.number : item.number + 1, delimiter: item.delimiter ?? '.' },
    }),
    isNested: true,
    gaps: findNestedGaps(state, textFrom, from, to, `\n${further.trimEnd()}\n${further}`),
  };
}

/** Returns the line breaks that part a block within a list item or quote from text beside it. */
function findNestedGaps({ doc }: EditorState, textFrom: number, from: number, to: number, gap: string): Place['gaps'] {
  const isBehindText = doc.sliceString(textFrom, from).trim() !== '';
  const isBeforeText = doc.sliceString(to, doc.lineAt(to).to).trim() !== '';
  return { before: isBehindText ? gap : '', after: isBeforeText ? gap : '' };
}

/**
 * Returns whole lines of a list for an empty item, or lines for a quote, from text copied without formatting; undefined
 * for text that is pasted as it is.
 */
export function readPlainLines({ emptyMarkerLength, indent }: Place, plain: string): string | undefined {
  const [copiedIndent = ''] = /^[ \t]*/.exec(plain) ?? [];
  const lines = plain
    .split(/\r\n?|\n/)
    .map((line) => (line.startsWith(copiedIndent) ? line.slice(copiedIndent.length) : line));
  const text = lines.join('\n').replace(/\n$/, '');
  if (emptyMarkerLength !== undefined && ITEM.test(text)) return text;
  return indent.includes('>') && text.includes('\n') ? text : undefined;
}

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
