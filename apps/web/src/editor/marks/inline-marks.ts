import { type ChangeSpec, EditorSelection, type EditorState, type SelectionRange } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { parsePrefix } from '../lines/line-prefix.js';

interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Counts how often a character surrounds a range: three asterisks are bold and italic. */
function countMarksAround({ doc }: EditorState, from: number, to: number, character: string): number {
  let count = 0;
  while (doc.sliceString(from - count - 1, from - count) === character) {
    if (doc.sliceString(to + count, to + count + 1) !== character) break;
    count += 1;
  }
  return count;
}

/** Returns a range without the white space at its ends, which would make a mark beside it plain characters. */
export function trimRange({ doc }: EditorState, { from, to }: TextRange): TextRange {
  const selected = doc.sliceString(from, to);
  const start = from + selected.length - selected.trimStart().length;
  return { from: start, to: Math.max(start, from + selected.trimEnd().length) };
}

/** Returns the text within the marks at its ends, which the live view may hide; other text as it is. */
function toTextWithin(state: EditorState, { from, to }: TextRange, character: string): TextRange {
  const isMark = (at: number) => state.sliceDoc(at, at + 1) === character;
  let [start, end] = [from, to];
  while (start < end && isMark(start)) start += 1;
  while (start < end && isMark(end - 1)) end -= 1;
  const isPart = start < end && !state.sliceDoc(start, end).includes(character);
  return isPart && countMarksAround(state, start, end, character) > 0 ? { from: start, to: end } : { from, to };
}

const HEADING = /^#{1,6}[ \t]+/;

/** Returns the selected text of each line without the signs of its block: a mark ends with the line, item or quote. */
function getTextOfLines(state: EditorState, range: TextRange): TextRange[] {
  const { doc } = state;
  const last = doc.lineAt(range.to).number;
  const texts: TextRange[] = [];
  for (let { number } = doc.lineAt(range.from); number <= last; number += 1) {
    const line = doc.line(number);
    const { length } = parsePrefix(line.text);
    const start = line.from + length + (HEADING.exec(line.text.slice(length))?.[0].length ?? 0);
    const text = trimRange(state, { from: Math.max(range.from, start), to: Math.min(range.to, line.to) });
    if (text.from < text.to) texts.push(text);
  }
  return texts;
}

/** Returns the ranges that a mark is set around: the selected text, or else the word that the cursor is within. */
function getMarkedRanges(state: EditorState, { from, to, empty, head }: SelectionRange, mark: string): TextRange[] {
  if (!empty) {
    const whole = trimRange(state, { from, to });
    const character = mark.charAt(0);
    const lines = getTextOfLines(state, whole).map((text) => toTextWithin(state, text, character));
    const isOnePart = lines.length === 1 || !state.sliceDoc(whole.from, whole.to).includes(character);
    return isOnePart && isMarkedAround(state, whole, mark) ? [whole] : lines;
  }
  const word = state.wordAt(head);
  const isWithin = word !== null && word.from < head && head < word.to;
  return [isWithin ? word : { from, to }];
}

const isMarkedAround = (state: EditorState, { from, to }: TextRange, mark: string): boolean =>
  countMarksAround(state, from, to, mark.charAt(0)) % (2 * mark.length) >= mark.length;

/** Returns true when the cursor is behind the text of a marked part, so that the mark ends it. */
function isBeforeClosingMark(state: EditorState, { empty, head }: SelectionRange, mark: string): boolean {
  const line = state.doc.lineAt(head);
  const character = mark.charAt(0);
  const [before, after] = [line.text.slice(0, head - line.from), line.text.slice(head - line.from)];
  const count = [...`${after}\n`].findIndex((one) => one !== character);
  // Two asterisks do not end italic text, but three do.
  const isMark = mark.length === 1 ? count % 2 === 1 : count >= mark.length;
  return empty && isMark && /\S$/.test(before) && !before.endsWith(character) && before.includes(mark);
}

/**
 * Adds a mark on both sides of the word, or of the selected text in each line; removes it where all have it. Behind
 * marked text it steps over the mark.
 */
export const toggleAround =
  (mark: string): Command =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const { length } = mark;
    const change = state.changeByRange((range) => {
      if (isBeforeClosingMark(state, range, mark)) return { range: EditorSelection.cursor(range.head + length) };
      const marked = getMarkedRanges(state, range, mark);
      const removes = marked.every((one) => isMarkedAround(state, one, mark));
      const changes = marked
        .filter((one) => removes || !isMarkedAround(state, one, mark))
        .flatMap<ChangeSpec>(({ from, to }) =>
          removes
            ? [
                { from: from - length, to: from },
                { from: to, to: to + length },
              ]
            : [
                { from, insert: mark },
                { from: to, insert: mark },
              ],
        );
      return { changes, range: selectMarked(state, range, marked, changes, removes ? -length : length) };
    });
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
    return true;
  };

/** Returns the selection after marks were added to or removed from the ranges in it: from the first to the last. */
function selectMarked(
  state: EditorState,
  range: SelectionRange,
  marked: readonly TextRange[],
  changes: ChangeSpec,
  shift: number,
): SelectionRange {
  if (range.empty) return EditorSelection.cursor(range.head + shift);
  const set = state.changes(changes);
  const from = set.mapPos(marked[0]?.from ?? range.from, 1);
  const to = set.mapPos(marked.at(-1)?.to ?? range.to, -1);
  return range.anchor <= range.head ? EditorSelection.range(from, to) : EditorSelection.range(to, from);
}

/** Matches text that is nothing but a web or mail address. */
const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;

export const isAddressText = (text: string): boolean => ADDRESS.test(text);

/** Turns each selection into a link: selected text becomes its text, a selected address its address. */
export const insertLink: Command = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const change = state.changeByRange((range) => {
    const { from, to } = trimRange(state, range);
    const selected = state.sliceDoc(from, to);
    const isAddress = isAddressText(selected);
    const insert = isAddress ? `[](${selected})` : `[${selected}]()`;
    const cursor = isAddress || selected === '' ? from + 1 : from + insert.length - 1;
    return { changes: { from, to, insert }, range: EditorSelection.cursor(cursor) };
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};
