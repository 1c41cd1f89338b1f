import { EditorState, type Text } from '@codemirror/state';

/** Matches what the service does not store: NUL, and half of a surrogate pair. */
const NOT_STORABLE = /[\0\p{Cs}]/gu;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Removes characters that the service refuses from each change: a note that has one cannot be saved. */
export const storableText = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged) return transaction;
  const changes: Range[] = [];
  transaction.changes.iterChangedRanges((_from, _to, from, to) => {
    changes.push(...findNotStorable(transaction.newDoc, from, to));
  });
  return changes.length === 0 ? transaction : [transaction, { changes, sequential: true }];
});

/** Finds such characters in a changed range and beside it, where a change may have left half of a pair. */
function findNotStorable(doc: Text, from: number, to: number): Range[] {
  const start = Math.max(0, from - 2);
  const found: Range[] = [];
  for (const { index } of doc.sliceString(start, to + 2).matchAll(NOT_STORABLE)) {
    const at = start + index;
    if (at >= from - 1 && at <= to) found.push({ from: at, to: at + 1 });
  }
  return found;
}
