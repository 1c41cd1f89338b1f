import { addCursorAbove, addCursorBelow } from '@codemirror/commands';
import { Compartment, EditorState, type Extension, type Transaction } from '@codemirror/state';
import { drawSelection, EditorView, rectangularSelection } from '@codemirror/view';
import { selectAllMatches, selectNextMatch } from './finding/matches.js';

const drawing = new Compartment();

/** Draws cursors and selections while there are several; the browser shows a single one itself, also for touch. */
const drawSeveral = EditorState.transactionExtender.of((transaction: Transaction) => {
  const { startState, newSelection } = transaction;
  const isDrawn = drawing.get(startState) !== NOTHING;
  const isNeeded = newSelection.ranges.length > 1;
  return isDrawn === isNeeded ? null : { effects: drawing.reconfigure(isNeeded ? DRAWN : NOTHING) };
});

const NOTHING: Extension = [];
const DRAWN: Extension = drawSelection();

/**
 * Several cursors: Alt+click adds one, and dragging with Alt+Shift selects a rectangle. Mod+click follows links instead.
 */
export const severalSelections: Extension = [
  EditorState.allowMultipleSelections.of(true),
  EditorView.clickAddsSelectionRange.of(({ altKey, shiftKey }) => altKey && !shiftKey),
  rectangularSelection({ eventFilter: ({ altKey, shiftKey, button }) => altKey && shiftKey && button === 0 }),
  drawing.of(NOTHING),
  drawSeveral,
];

/** Commands that add cursors. */
export const selectionCommands = {
  nextMatch: selectNextMatch,
  allMatches: selectAllMatches,
  cursorAbove: addCursorAbove,
  cursorBelow: addCursorBelow,
};
