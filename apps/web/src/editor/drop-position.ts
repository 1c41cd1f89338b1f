import type { EditorState } from '@codemirror/state';
import { BlockType, type EditorView } from '@codemirror/view';
import { hasNotes } from '../notes/dragged-notes.js';

/** Place of a drop in the text. */
export interface DropPosition {
  readonly at: number;
  /**
   * True beside a block that is shown rendered. The drop must become a paragraph of its own: in one line with the source
   * of the block, it would change what the block is.
   */
  readonly isParagraph: boolean;
}

/** Returns true for a drag of files, notes or formatted text, which can be dropped on a rendered block. */
export const canDropOnBlock = (event: Event): boolean =>
  event instanceof DragEvent &&
  event.type !== 'dragstart' &&
  (hasNotes(event) || ['Files', 'text/html'].some((type) => event.dataTransfer?.types.includes(type)));

/** Returns the position of a drop: on a rendered block, its start or end, whichever is nearer. */
export function findDropPosition(view: EditorView, { clientX: x, clientY: y }: DragEvent): DropPosition {
  const height = y - view.documentTop;
  const { type, top, bottom, from, to } = view.elementAtHeight(height);
  if (type === BlockType.Text) return { at: view.posAtCoords({ x, y }, false), isParagraph: false };
  // Front matter is only valid at the start.
  const isBefore = from > 0 && height < (top + bottom) / 2;
  return { at: isBefore ? from : to, isParagraph: true };
}

/** Returns the offset for the text of a drop, after opening an empty paragraph where it needs one. */
export function openDropPosition(view: EditorView, event: DragEvent): number {
  const { at, isParagraph } = findDropPosition(view, event);
  if (!isParagraph || view.state.readOnly) return at;
  const { before, after } = completeParagraph(view.state, at);
  view.dispatch({ changes: { from: at, insert: view.state.toText(before + after) }, userEvent: 'input.drop' });
  return at + before.length;
}

/** Returns the line breaks that a text inserted at an offset needs around it to be a paragraph of its own. */
export function completeParagraph(
  { doc }: EditorState,
  at: number,
): { readonly before: string; readonly after: string } {
  const left = doc.sliceString(Math.max(0, at - 2), at);
  const right = doc.sliceString(at, at + 2);
  const before = at === 0 ? 2 : countBreaks([...left].reverse());
  const after = at === doc.length ? 2 : countBreaks([...right]);
  return { before: '\n'.repeat(2 - before), after: '\n'.repeat(2 - after) };
}

/** Counts the line breaks at the start of some characters. */
function countBreaks(characters: readonly string[]): number {
  const end = characters.findIndex((character) => character !== '\n');
  return end === -1 ? characters.length : end;
}
