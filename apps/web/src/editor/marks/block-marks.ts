import type { ChangeSpec, Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import { listSelectedLines } from '../lists.js';

type HeadingLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const QUOTE = /^ {0,3}> ?/;

/** Changes the selected lines. Blank lines are left out, unless only one line is selected. */
const changeLines =
  (toChanges: (lines: readonly Line[]) => readonly ChangeSpec[]): Command =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const lines = listSelectedLines(state).filter(({ text }, _, all) => text.trim() !== '' || all.length === 1);
    const changes = state.changes(toChanges(lines));
    dispatch(state.update({ changes, selection: state.selection.map(changes, 1), userEvent: 'input' }));
    return true;
  };

/** Makes the selected lines headings of a level, or plain lines if they are; level 0 makes plain lines. */
export const toggleHeading = (level: HeadingLevel): Command =>
  changeLines((lines) => {
    const isHeading = lines.every(({ text }) => HEADING.exec(text)?.[1]?.length === level);
    const insert = isHeading || level === 0 ? '' : `${'#'.repeat(level)} `;
    return lines.map(({ from, text }) => ({ from, to: from + (HEADING.exec(text)?.[0].length ?? 0), insert }));
  });

/** Quotes the selected lines, or removes one level of quote marks if all are quoted. */
export const toggleQuote: Command = changeLines((lines) => {
  const isQuoted = lines.every(({ text }) => QUOTE.test(text));
  return lines.map(({ from, text }) =>
    isQuoted ? { from, to: from + (QUOTE.exec(text)?.[0].length ?? 0) } : { from, insert: '> ' },
  );
});
