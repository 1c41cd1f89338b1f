import { EditorSelection, type EditorState, type SelectionRange } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';

/** Most matches selected at once. */
const MAX_MATCHES = 1_000;

interface Wanted {
  readonly text: string;
  /** True when the match must be a whole word, because a word was selected at the cursor. */
  readonly isWord: boolean;
}

function isWholeWord(state: EditorState, from: number, to: number): boolean {
  const word = state.wordAt(from);
  return word !== null && word.from === from && word.to === to;
}

/** Selects the next text that equals the selection; without a selection, the word at the cursor. */
export const selectNextMatch: Command = ({ state, dispatch }) => {
  const { ranges, main } = state.selection;
  if (main.empty) {
    const words = ranges.map(({ head }) => state.wordAt(head) ?? EditorSelection.cursor(head));
    if (words.every(({ empty }) => empty)) return false;
    dispatch(state.update({ selection: EditorSelection.create(words, state.selection.mainIndex) }));
    return true;
  }
  const wanted = readWanted(state, main);
  const matches = listMatches(state, wanted).filter(
    ({ from, to }) => !ranges.some((range) => range.from < to && range.to > from),
  );
  const next = matches.find(({ from }) => from >= main.to) ?? matches[0];
  if (next === undefined) return false;
  const selection = state.selection.addRange(EditorSelection.range(next.from, next.to), true);
  dispatch(state.update({ selection, effects: EditorView.scrollIntoView(next.from) }));
  return true;
};

/** Selects every text that equals the selection, or the word at the cursor. */
export const selectAllMatches: Command = ({ state, dispatch }) => {
  const { main } = state.selection;
  const range = main.empty ? state.wordAt(main.head) : main;
  if (range === null) return false;
  const matches = listMatches(state, readWanted(state, range)).slice(0, MAX_MATCHES);
  const index = Math.max(
    0,
    matches.findIndex(({ from }) => from === range.from),
  );
  const ranges = matches.map(({ from, to }) => EditorSelection.range(from, to));
  dispatch(state.update({ selection: EditorSelection.create(ranges, index) }));
  return true;
};

const readWanted = (state: EditorState, { from, to }: SelectionRange): Wanted => ({
  text: state.sliceDoc(from, to),
  isWord: isWholeWord(state, from, to),
});

function listMatches(state: EditorState, { text, isWord }: Wanted): { from: number; to: number }[] {
  const doc = state.doc.toString();
  const found: { from: number; to: number }[] = [];
  for (let from = doc.indexOf(text); from !== -1; from = doc.indexOf(text, from + text.length)) {
    const to = from + text.length;
    if (!isWord || isWholeWord(state, from, to)) found.push({ from, to });
  }
  return found;
}
