import { EditorState, type Extension, type TransactionSpec } from '@codemirror/state';
import { findFencedBlock } from './fences.js';

/** Matches a line without text, also in a quote. */
const BLANK = /^[\s>]*$/;

/** Keeps a blank line above a formula when text is written on the only one: a formula does not begin below text. */
export const keepFormulaBelow: Extension = EditorState.transactionFilter.of((transaction) => {
  const { startState, changes, newDoc, docChanged } = transaction;
  if (!docChanged || !transaction.isUserEvent('input')) return transaction;
  const { doc, selection, lineBreak } = startState;
  const line = doc.lineAt(selection.main.head);
  if (line.number === doc.lines || !BLANK.test(line.text)) return transaction;
  const next = doc.line(line.number + 1);
  const block = findFencedBlock(startState, next);
  if (block?.isMath !== true || block.opening.number !== next.number) return transaction;
  const above = newDoc.lineAt(changes.mapPos(next.from, 1) - 1);
  if (BLANK.test(above.text)) return transaction;
  const blankLine: TransactionSpec = { changes: { from: above.to, insert: lineBreak + line.text }, sequential: true };
  return [transaction, blankLine];
});
