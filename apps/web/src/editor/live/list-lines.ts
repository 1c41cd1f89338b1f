import type { EditorState, Line, Range } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';

/** Deepest level with an indentation of its own. */
const MAX_LEVEL = 8;
const ITEM = 'ListItem';
/** Text of an item, whose further lines are indented like the first. */
const TEXTS: ReadonlySet<string> = new Set(['Paragraph', 'Task']);
const INDENT = /^[ \t]*/;
/** Matches a line of a mark without text, also in a quote. */
const BARE_MARK = /^[\s>]*(?:[-*+]|\d{1,9}[.)])[ \t]*$/;
const MARK = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]\[.\])?(?:[ \t]|$)/;

const lineDecorations = Array.from({ length: MAX_LEVEL }, (_, level) =>
  Decoration.line({ class: `cm-item cm-item-${level + 1}` }),
);
const indentBefore = Decoration.mark({ class: 'cm-item-indent' });
const indentBeside = Decoration.mark({ class: 'cm-item-indent cm-item-rest' });
/** Begins before the widget that stands for the mark, so that it contains it. */
const mark = Decoration.mark({ class: 'cm-item-mark', inclusiveStart: true });

/**
 * Returns the decorations by which the lines of a list item hang behind its mark, at the level of the item. The written
 * blanks before them get the width of that level.
 *
 * @param from offset of the first visible character
 * @param to offset behind the last visible character
 */
export function listDecorations(
  state: EditorState,
  node: SyntaxNodeRef,
  from: number,
  to: number,
): Range<Decoration>[] {
  if (node.name === ITEM) return decorateFirstLine(state, node.node);
  const item = TEXTS.has(node.name) ? node.node.parent : null;
  if (item?.name !== ITEM) return [];
  const found: Range<Decoration>[] = [];
  const end = Math.min(node.to, to);
  const firstTo = state.doc.lineAt(item.from).to;
  for (let at = Math.max(node.from, from, firstTo + 1); at <= end; ) {
    const line = state.doc.lineAt(at);
    found.push(...(isTypedItem(state, line) ? decorateTypedItem(line, item) : decorateLine(line, item, indentBeside)));
    at = line.to + 1;
  }
  return found;
}

/** Decorates the line of the mark, unless something other than blanks is before the mark. */
function decorateFirstLine({ doc }: EditorState, item: SyntaxNode): Range<Decoration>[] {
  const from = item.getChild('ListMark')?.from ?? item.from;
  const line = doc.lineAt(from);
  const markText = MARK.exec(line.text.slice(from - line.from))?.[0];
  if (markText === undefined || line.text.slice(0, from - line.from).trim() !== '') return [];
  return [...decorateLine(line, item, indentBefore), mark.range(from, from + markText.length)];
}

/**
 * Returns the decorations of a heading that is only the dash of a list item being typed below a text, which would be
 * larger until the item has text. Returns undefined for other nodes.
 */
export function typedItemDecorations(state: EditorState, { name, node, to }: SyntaxNodeRef) {
  const line = name === 'SetextHeading2' ? state.doc.lineAt(to) : undefined;
  return line && isTypedItem(state, line) ? decorateTypedItem(line, node) : undefined;
}

/** Decorates an item being typed like one with text. */
function decorateTypedItem(line: Line, outer: SyntaxNode): Range<Decoration>[] {
  return [...decorateLine(line, outer, indentBefore, 1), mark.range(line.from + line.text.search(/[^\s>]/), line.to)];
}

/** Returns true for a line with only a mark before the cursor. CommonMark adds it to the text above until more is typed. */
const isTypedItem = ({ selection }: EditorState, { text, from, to }: Line): boolean =>
  BARE_MARK.test(text) && selection.ranges.some(({ head }) => head > from && head <= to);

function decorateLine(line: Line, inner: SyntaxNode, indent: Decoration, deeper = 0): Range<Decoration>[] {
  const level = Math.min(countLevels(inner) + deeper, MAX_LEVEL);
  const { length } = INDENT.exec(line.text)?.[0] ?? '';
  return [
    (lineDecorations[level - 1] as Decoration).range(line.from),
    ...(length === 0 ? [] : [indent.range(line.from, line.from + length)]),
  ];
}

function countLevels(item: SyntaxNode): number {
  let count = 0;
  for (let node: SyntaxNode | null = item; node !== null; node = node.parent) if (node.name === ITEM) count += 1;
  return count;
}
