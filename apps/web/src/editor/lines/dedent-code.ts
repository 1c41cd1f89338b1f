import { getIndentation } from '@codemirror/language';
import { EditorState, type Extension, type Line, type Transaction, type TransactionSpec } from '@codemirror/state';
import { getTreeTo, parseStateTo } from '../parsed-tree.js';
import { getColumns, toIndent } from './line-prefix.js';

/** Length to which the start of a line is compared with the rules of its language. */
const MAX_START_LENGTH = 200;

/** Fence at the beginning of code that has no closing one. */
interface OpenFence {
  /** Offset of the line of the fence. */
  readonly lineFrom: number;
  readonly column: number;
  readonly marks: string;
}

/**
 * Moves a line of code to the left when its first characters end a block of the language, as a bracket does, or close
 * the code: a fence that is indented further than the opening one would be code too.
 */
export const dedentCode: Extension = EditorState.transactionFilter.of((transaction) => {
  const isTyped = transaction.isUserEvent('input.type') && !transaction.isUserEvent('input.type.compose');
  const change = transaction.docChanged && isTyped ? dedentLine(transaction) : undefined;
  return change === undefined ? transaction : [transaction, { ...change, sequential: true }];
});

function dedentLine(transaction: Transaction): TransactionSpec | undefined {
  const { startState, newDoc, newSelection } = transaction;
  const { head } = newSelection.main;
  const line = newDoc.lineAt(head);
  const start = line.text.slice(0, head - line.from);
  const [indent = ''] = /^[ \t]*/.exec(start) ?? [];
  if (indent === '' || newSelection.ranges.length > 1 || start.length > MAX_START_LENGTH) return undefined;
  const wanted = getFenceColumn(startState, line) ?? getLanguageColumn(transaction, line, start);
  if (wanted === undefined || wanted >= getColumns(indent)) return undefined;
  const insert = toIndent(wanted, indent.includes('\t'));
  return { changes: { from: line.from, to: line.from + indent.length, insert } };
}

/** Returns the column for a line that is nothing but a closing fence; undefined for other lines. */
function getFenceColumn(state: EditorState, line: Line): number | undefined {
  const fence = findOpenFence(state);
  return fence !== undefined && fence.lineFrom < line.from && line.text.trim() === fence.marks
    ? fence.column
    : undefined;
}

function findOpenFence(state: EditorState): OpenFence | undefined {
  const { head } = state.selection.main;
  for (let node = getTreeTo(state, head).resolveInner(head, -1); node.parent !== null; node = node.parent) {
    if (node.name !== 'FencedCode') continue;
    const [mark, closing] = node.getChildren('CodeMark');
    if (mark === undefined || closing !== undefined) return undefined;
    const { from } = state.doc.lineAt(node.from);
    return { lineFrom: from, column: node.from - from, marks: state.sliceDoc(mark.from, mark.to) };
  }
  return undefined;
}

/** Returns the column at which the language puts a line that begins so; undefined when the start ends no block. */
function getLanguageColumn(transaction: Transaction, line: Line, start: string): number | undefined {
  const { startState } = transaction;
  const rules = startState.languageDataAt<RegExp>('indentOnInput', startState.selection.main.head);
  if (!rules.some((rule) => rule.test(start))) return undefined;
  return getIndentation(parseStateTo(transaction.state, line.to), line.from) ?? undefined;
}
