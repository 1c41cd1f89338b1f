import { getIndentation, IndentContext } from '@codemirror/language';
import { EditorSelection, type EditorState, type Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { getTreeTo } from '../parsed-tree.js';
import { getColumns, parsePrefix, toIndent } from './line-prefix.js';

/** Starts a line in a code block with the quote marks and the indentation of the line before, or with more of it. */
export const continueCode: Command = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const fence = ranges.length === 1 ? findFence(state, main.from) : undefined;
  if (fence === undefined || state.readOnly) return false;
  const line = state.doc.lineAt(main.from);
  const { quote } = parsePrefix(line.text.slice(0, main.from - line.from));
  const column = fence - quote.length;
  if (quote === '' && column === 0 && isBetweenBrackets(state)) return false;
  const [indent = ''] = /^[ \t]*/.exec(line.text.slice(quote.length, main.from - line.from)) ?? [];
  const wanted = Math.max(column, getLanguageColumn(state, main.from));
  const insert = state.lineBreak + quote + (getColumns(indent) < wanted ? toIndent(wanted, /\t/.test(indent)) : indent);
  const from = isBlank(line, quote) ? line.from + quote.length : main.from;
  const changes = { from, to: main.to, insert };
  const selection = EditorSelection.cursor(from + insert.length);
  dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** Returns the offset of the fence around an offset within the line of the fence; undefined outside fenced code. */
function findFence(state: EditorState, at: number): number | undefined {
  for (let node = getTreeTo(state, at).resolveInner(at, -1); node.parent !== null; node = node.parent)
    if (node.name === 'FencedCode') return node.from - state.doc.lineAt(node.from).from;
  return undefined;
}

/** Returns true when Enter moves the closing bracket to a line of its own, which the editor does. */
function isBetweenBrackets(state: EditorState): boolean {
  const { empty, from } = state.selection.main;
  return empty && /^(?:\{\}|\[\]|\(\))$/.test(state.sliceDoc(from - 1, from + 1));
}

const getLanguageColumn = (state: EditorState, at: number): number =>
  getIndentation(new IndentContext(state, { simulateBreak: at }), at) ?? 0;

const isBlank = ({ text }: Line, quote: string): boolean => text.slice(quote.length).trim() === '';
