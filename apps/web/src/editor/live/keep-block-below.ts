import { syntaxTree } from '@codemirror/language';
import { EditorState, type Extension, type Line, type TransactionSpec } from '@codemirror/state';
import { findFencedBlock } from './fences.js';
import { findFrontMatter } from './front-matter.js';

/** Matches a line without text, also in a quote. */
const BLANK = /^[\s>]*$/;

/**
 * Keeps a blank line above a formula or a rule when text is written on the only one: a formula does not begin below
 * text, and dashes below text make a heading of it.
 */
export const keepBlockBelow: Extension = EditorState.transactionFilter.of((transaction) => {
  const { startState, changes, newDoc, docChanged } = transaction;
  if (!docChanged || !transaction.isUserEvent('input')) return transaction;
  const { doc, selection, lineBreak } = startState;
  const line = doc.lineAt(selection.main.head);
  if (line.number === doc.lines || !BLANK.test(line.text)) return transaction;
  const next = doc.line(line.number + 1);
  if (!isRule(startState, next) && !beginsFormula(startState, next)) return transaction;
  const above = newDoc.lineAt(changes.mapPos(next.from, 1) - 1);
  if (BLANK.test(above.text)) return transaction;
  const blankLine: TransactionSpec = { changes: { from: above.to, insert: lineBreak + line.text }, sequential: true };
  return [transaction, blankLine];
});

function beginsFormula(state: EditorState, line: Line): boolean {
  const block = findFencedBlock(state, line);
  return block?.isMath === true && block.opening.number === line.number;
}

/** Returns true for a rule of dashes, `---`, but not for the end of the front matter. */
const isRule = (state: EditorState, { text, to }: Line): boolean =>
  text.endsWith('-') &&
  syntaxTree(state).resolveInner(to, -1).name === 'HorizontalRule' &&
  to > (findFrontMatter(state.doc)?.to ?? -1);
