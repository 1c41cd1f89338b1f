import { type EditorState, type Extension, type Line, Prec, type TransactionSpec } from '@codemirror/state';
import { type Command, keymap } from '@codemirror/view';
import { parsePrefix } from '../lines/line-prefix.js';
import { bindDeletion } from './deletion-keys.js';
import { BLANK, type FencedBlock, findFencedBlock, getInnerEnd, getInnerStart, needsBlankAbove } from './fences.js';

/** Line break that a key would delete, between two lines. */
interface LineBreak {
  readonly above: Line;
  readonly below: Line;
  readonly isBackward: boolean;
  readonly head: number;
}

interface Edit {
  readonly changes?: { readonly from: number; readonly to: number };
  /** Offset of the cursor after the change. */
  readonly anchor: number;
}

/** Matches the mark of a callout. */
const CALLOUT = /^>[ \t]*\[![A-Za-z]{1,32}\][-+]?[ \t]*/;

/** Edits the text at a fence so that the fence stays on a line of its own. */
const keepFence =
  (isBackward: boolean): Command =>
  ({ state, dispatch }) => {
    const edit = editAtFence(state, isBackward);
    if (edit === undefined) return false;
    const { anchor, changes } = edit;
    const userEvent = changes === undefined ? 'select' : `delete.${isBackward ? 'backward' : 'forward'}`;
    const spec: TransactionSpec = { selection: { anchor }, scrollIntoView: true, userEvent };
    dispatch(state.update(changes === undefined ? spec : { ...spec, changes }));
    return true;
  };

/** Keeps the fence at the line break before the cursor. */
export const keepFenceBefore = keepFence(true);
/** Keeps the fence at the line break behind the cursor. */
export const keepFenceBehind = keepFence(false);

/** Returns the edit in place of the deleted line break; undefined where no fence or callout is beside the break. */
function editAtFence(state: EditorState, isBackward: boolean): Edit | undefined {
  const { doc, selection, readOnly } = state;
  const { head, empty } = selection.main;
  const line = doc.lineAt(head);
  const number = isBackward ? line.number - 1 : line.number;
  const isAtBreak = head === (isBackward ? line.from : line.to) && number > 0 && number < doc.lines;
  if (readOnly || !empty || selection.ranges.length > 1 || !isAtBreak) return undefined;
  const [above, below] = [doc.line(number), doc.line(number + 1)];
  const lineBreak = { above, below, isBackward, head };
  const [upper, lower] = [findFencedBlock(state, above), findFencedBlock(state, below)];
  if (upper?.closing?.number === number) return editBelow(state, lineBreak, upper, lower);
  if (lower?.opening.number === number + 1) return editAbove(state, lineBreak, lower);
  if (isNeededBlank(state, lineBreak)) return { anchor: isBackward ? above.to : below.from };
  const callout = lower === undefined && !above.text.startsWith('>') ? CALLOUT.exec(below.text)?.[0] : undefined;
  if (callout !== undefined && !BLANK.test(above.text))
    return { anchor: isBackward ? above.to : below.from + callout.length };
  // A formula may begin and end on the lines of its marks.
  const block = upper?.closing === undefined || upper.isMath ? undefined : upper;
  if (block?.opening.number === number) return editInnerStart(state, lineBreak, block);
  return block?.closing?.number === number + 1 ? editInnerEnd(lineBreak, block) : undefined;
}

/** Returns true when the line below the break is the only blank line between a text and a rule. */
function isNeededBlank(state: EditorState, { above, below }: LineBreak): boolean {
  if (BLANK.test(above.text) || !BLANK.test(below.text) || below.number === state.doc.lines) return false;
  return needsBlankAbove(state, state.doc.line(below.number + 1));
}

/** Edits below a block: the cursor goes to the end of its text, or from its fence to the text below. */
function editBelow(
  { doc }: EditorState,
  lineBreak: LineBreak,
  block: FencedBlock,
  next: FencedBlock | undefined,
): Edit {
  const { above, below, isBackward, head } = lineBreak;
  const isBlank = BLANK.test(below.text);
  const textStart = next === undefined ? below.from + parsePrefix(below.text).length : getInnerStart(doc, next);
  const anchor = isBackward ? getInnerEnd(doc, block, above) : isBlank ? head : textStart;
  return isBlank ? { changes: { from: above.to, to: below.to }, anchor } : { anchor };
}

/** Edits above a block: the cursor goes to the start of its text, or from its fence to the text above. */
function editAbove({ doc }: EditorState, { above, below, isBackward }: LineBreak, block: FencedBlock): Edit {
  const start = getInnerStart(doc, block);
  if (!BLANK.test(above.text)) return { anchor: isBackward ? above.to : start };
  const changes = { from: above.from, to: below.from };
  return { changes, anchor: isBackward ? above.from : start - (below.from - above.from) };
}

/** Edits between the opening fence and the text of a closed block, which the cursor does not leave. */
function editInnerStart({ doc }: EditorState, lineBreak: LineBreak, block: FencedBlock): Edit {
  const { above, below, isBackward, head } = lineBreak;
  if (block.closing?.number === below.number) return { anchor: above.to };
  if (isBlankIn(block, below)) return { changes: { from: above.to, to: below.to }, anchor: above.to };
  return { anchor: isBackward ? head : getInnerStart(doc, block) };
}

/** Edits between the text of a block and its closing fence, which the cursor does not enter from the text. */
function editInnerEnd({ above, below, isBackward, head }: LineBreak, block: FencedBlock): Edit {
  const isBlank = isBlankIn(block, above);
  if (isBackward)
    return isBlank ? { changes: { from: above.from, to: below.from }, anchor: above.from } : { anchor: above.to };
  if (!isBlank || above.number === block.opening.number + 1) return { anchor: head };
  return { changes: { from: above.from - 1, to: above.to }, anchor: above.from - 1 };
}

const isBlankIn = ({ column }: FencedBlock, { text }: Line): boolean => text.slice(column).trim() === '';

/**
 * Keeps the fences of code, formulas and front matter, and the marks of callouts, when lines beside them are deleted:
 * text joined with a fence would end the block, or make code of the note below it.
 */
export const deleteBesideFence: Extension = Prec.high(
  keymap.of([...bindDeletion('Backspace', keepFenceBefore), ...bindDeletion('Delete', keepFenceBehind)]),
);
