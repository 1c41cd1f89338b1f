import { EditorState, type Extension, type TransactionSpec } from '@codemirror/state';
import { BLANK, needsBlankAbove } from './fences.js';

/** Keeps a blank line above a rule when text is written on the only one. */
export const keepBlockBelow: Extension = EditorState.transactionFilter.of((transaction) => {
  const { startState, changes, newDoc, docChanged } = transaction;
  if (!docChanged || !transaction.isUserEvent('input')) return transaction;
  const { doc, selection, lineBreak } = startState;
  const line = doc.lineAt(selection.main.head);
  if (line.number === doc.lines || !BLANK.test(line.text)) return transaction;
  const next = doc.line(line.number + 1);
  if (!needsBlankAbove(startState, next)) return transaction;
  const above = newDoc.lineAt(changes.mapPos(next.from, 1) - 1);
  if (BLANK.test(above.text)) return transaction;
  const blankLine: TransactionSpec = { changes: { from: above.to, insert: lineBreak + line.text }, sequential: true };
  return [transaction, blankLine];
});
