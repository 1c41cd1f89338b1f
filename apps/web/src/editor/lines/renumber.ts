import { type ChangeDesc, type ChangeSpec, EditorState, type Text, type Transaction } from '@codemirror/state';
import { getCodeKind, type ParsedLine, readListLines } from './line-prefix.js';

/** An ordered list, without the lists nested in its items. */
interface OrderedList {
  readonly column: number;
  readonly items: readonly OrderedItem[];
}

interface OrderedItem {
  readonly parsed: ParsedLine;
  readonly number: number;
  /** Further lines of the item. */
  readonly rest: ParsedLine[];
}

/** Renumbers ordered lists after items were inserted, deleted, moved or indented. */
export const renumberLists = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !isEdit(transaction) || !changesLines(transaction)) return transaction;
  const changes = renumber(transaction);
  return changes.length === 0 ? transaction : [transaction, { changes, sequential: true }];
});

/** Returns true for an edit by keyboard; pasted and dropped text keeps its numbers. */
const isEdit = (transaction: Transaction) =>
  ['input', 'delete', 'move'].some((event) => transaction.isUserEvent(event)) &&
  !['input.paste', 'input.drop', 'input.complete', 'move.drop'].some((event) => transaction.isUserEvent(event));

/** Returns true when a line was added, removed or shifted. */
function changesLines(transaction: Transaction): boolean {
  if (transaction.isUserEvent('input.indent') || transaction.isUserEvent('delete.dedent')) return true;
  let isFound = false;
  transaction.changes.iterChanges((from, to, _start, _end, inserted) => {
    const { doc } = transaction.startState;
    isFound ||= inserted.lines > 1 || doc.lineAt(from).number !== doc.lineAt(to).number;
  });
  return isFound;
}

function renumber({ startState, newDoc, changes }: Transaction): ChangeSpec[] {
  const bounds = { fromA: Number.POSITIVE_INFINITY, toA: 0, fromB: Number.POSITIVE_INFINITY, toB: 0 };
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    bounds.fromA = Math.min(bounds.fromA, fromA);
    bounds.toA = Math.max(bounds.toA, toA);
    bounds.fromB = Math.min(bounds.fromB, fromB);
    bounds.toB = Math.max(bounds.toB, toB);
  });
  if (bounds.toA - bounds.fromA > MAX_CHANGED_LENGTH || getCodeKind(startState, bounds.fromA) === 'block') return [];
  const before = readOrderedLists(startState.doc, bounds.fromA, bounds.toA);
  if (before.length === 0) return [];
  const after = readOrderedLists(newDoc, bounds.fromB, bounds.toB);
  return after.flatMap((list) => renumberList(list, before, changes));
}

/** Characters between the first and the last change beyond which lists keep their numbers. */
const MAX_CHANGED_LENGTH = 100_000;

/** Returns the changes that number a list as it was numbered before the edit. */
function renumberList(
  { column, items }: OrderedList,
  before: readonly OrderedList[],
  changes: ChangeDesc,
): ChangeSpec[] {
  const [first, last] = [items[0] as OrderedItem, items.at(-1) as OrderedItem];
  const [from, to] = [first.parsed.line.from, last.parsed.line.to];
  const mapStart = ({ parsed }: OrderedItem) => changes.mapPos(parsed.line.from, -1);
  const overlapping = before.filter(({ items: old }) =>
    old.some((item) => mapStart(item) >= from && mapStart(item) <= to),
  );
  if (overlapping.length === 0) return [];
  const hasOwnStart = ({ items: [oldFirst] }: OrderedList) => mapStart(oldFirst as OrderedItem) === from;
  const source = overlapping.find(hasOwnStart) ?? overlapping.find((old) => old.column === column);
  const numbers = source?.items.map(({ number }) => number) ?? [1];
  const step = numbers.length > 1 && new Set(numbers).size === 1 ? 0 : 1;
  const start = numbers[0] as number;
  if (numbers.some((number, index) => number !== start + index * step)) return [];
  return items.flatMap((item, index) => renumberItem(item, start + index * step));
}

/** Returns the changes that give an item a number. Its further lines stay aligned with its text. */
function renumberItem({ parsed, number, rest }: OrderedItem, next: number): ChangeSpec[] {
  if (number === next) return [];
  const { line, prefix } = parsed;
  const from = line.from + prefix.quote.length + prefix.indent.length;
  const shift = String(next).length - String(number).length;
  const content = prefix.item?.content as number;
  return [{ from, to: from + String(number).length, insert: String(next) }, ...shiftLines(rest, content, shift)];
}

/**
 * Returns the changes that keep lines of an item aligned with its text.
 *
 * @param content column of the text before the change
 * @param shift columns by which the text moves
 */
export function shiftLines(lines: readonly ParsedLine[], content: number, shift: number): ChangeSpec[] {
  const isAligned = ({ isBlank, prefix }: ParsedLine) => !isBlank && prefix.column >= content;
  return lines.filter(isAligned).flatMap(({ line, prefix }) => {
    const from = line.from + prefix.quote.length;
    // A tab may already reach the new column, and loses an unknown number of columns.
    const isKept = prefix.indent.includes('\t') && (shift < 0 || prefix.column >= content + shift);
    if (shift === 0 || isKept) return [];
    return shift > 0 ? { from: from + prefix.indent.length, insert: ' '.repeat(shift) } : { from, to: from - shift };
  });
}

interface OpenList {
  readonly column: number;
  content: number;
  readonly delimiter: string;
  readonly items: OrderedItem[];
}

const FENCE = /^[\s>]*(?:[-*+]|\d+[.)])?\s*(```|~~~)/;

/** Returns the ordered lists around a range, with nested lists as lists of their own. */
function readOrderedLists(doc: Text, from: number, to: number): OrderedList[] {
  const lines = readListLines(doc, doc.lineAt(from).number, doc.lineAt(to).number);
  const found: OpenList[] = [];
  let open: OpenList[] = [];
  let isFenced = false;
  for (const parsed of lines) {
    const { prefix, line, isBlank } = parsed;
    const isFence = FENCE.test(line.text);
    if (!isFenced && prefix.item !== undefined) {
      open = open.filter(({ column }) => column <= prefix.column);
      const list = continueOrOpen(open, parsed);
      if (list.items.length === 0) found.push(list);
      for (const outer of open) if (outer !== list) outer.items.at(-1)?.rest.push(parsed);
      if (!open.includes(list)) open.push(list);
      list.content = prefix.item.content;
      list.items.push({ parsed, number: prefix.item.number ?? 0, rest: [] });
    } else if (!isBlank && !isFenced && prefix.column === 0) {
      open = [];
    } else {
      for (const list of open) list.items.at(-1)?.rest.push(parsed);
    }
    if (isFence) isFenced = !isFenced;
  }
  return found.filter(({ delimiter }) => delimiter === '.' || delimiter === ')');
}

/** Returns the open list that an item continues, or a new one; a list of another kind on its level ends. */
function continueOrOpen(open: OpenList[], { prefix }: ParsedLine): OpenList {
  const delimiter = prefix.item?.delimiter ?? (prefix.item?.marker as string);
  const last = open.at(-1);
  if (last !== undefined && prefix.column < last.content) {
    if (last.delimiter === delimiter) return last;
    open.pop();
  }
  return { column: prefix.column, content: 0, delimiter, items: [] };
}
