import { EditorSelection, type EditorState } from '@codemirror/state';
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

/** Adds a mark on both sides of the selection, or removes it. */
export const toggleAround =
  (mark: string): Command =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const { length } = mark;
    const change = state.changeByRange(({ from, to }) => {
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
      return { changes, range: EditorSelection.range(from + shift, to + shift) };
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
