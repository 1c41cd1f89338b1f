import { EditorSelection, type EditorState, type SelectionRange } from '@codemirror/state';
import type { Command } from '@codemirror/view';

/** Counts how often a character surrounds a range: three asterisks are bold and italic. */
function countMarksAround({ doc }: EditorState, from: number, to: number, character: string): number {
  let count = 0;
  while (doc.sliceString(from - count - 1, from - count) === character) {
    if (doc.sliceString(to + count, to + count + 1) !== character) break;
    count += 1;
  }
  return count;
}

/** Returns the range that a mark is set around: the selection, or else the word that the cursor is within. */
function getMarkedRange(state: EditorState, { from, to, empty, head }: SelectionRange): SelectionRange {
  const word = empty ? state.wordAt(head) : null;
  const isWithin = word !== null && word.from < head && head < word.to;
  return isWithin ? word : EditorSelection.range(from, to);
}

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

/** Adds a mark on both sides of the selection or word, or removes it. Behind marked text it steps over the mark. */
export const toggleAround =
  (mark: string): Command =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const { length } = mark;
    const change = state.changeByRange((range) => {
      if (isBeforeClosingMark(state, range, mark)) return { range: EditorSelection.cursor(range.head + length) };
      const { from, to } = getMarkedRange(state, range);
      const isMarked = countMarksAround(state, from, to, mark.charAt(0)) % (2 * length) >= length;
      const changes = isMarked
        ? [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ]
        : [
            { from, insert: mark },
            { from: to, insert: mark },
          ];
      const shift = isMarked ? -length : length;
      return { changes, range: EditorSelection.range(range.anchor + shift, range.head + shift) };
    });
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
    return true;
  };

/** Matches text that is nothing but a web or mail address. */
const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;

export const isAddressText = (text: string): boolean => ADDRESS.test(text);

/** Turns each selection into a link: selected text becomes its text, a selected address its address. */
export const insertLink: Command = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const change = state.changeByRange(({ from, to }) => {
    const selected = state.sliceDoc(from, to);
    const isAddress = isAddressText(selected);
    const insert = isAddress ? `[](${selected})` : `[${selected}]()`;
    const cursor = isAddress || selected === '' ? from + 1 : from + insert.length - 1;
    return { changes: { from, to, insert }, range: EditorSelection.cursor(cursor) };
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};
