import { BlockType, type EditorView } from '@codemirror/view';

/** Position in the text for dropped files. */
export interface DropPosition {
  readonly at: number;
  /** Side of a rendered block where the files become paragraphs: on a line of its source, they would be part of it. */
  readonly beside?: 'before' | 'after';
}

/** Returns true for a drag of files over the editor. A picture from another page comes with formatted text. */
export const isFileDrag = (event: Event): boolean =>
  event instanceof DragEvent &&
  event.type !== 'dragstart' &&
  event.dataTransfer?.types.includes('Files') === true &&
  !event.dataTransfer.types.includes('text/html');

/** Returns the position for files dropped at a point: beside a rendered block, on the side that is nearer. */
export function findDropPosition(view: EditorView, { clientX: x, clientY: y }: DragEvent): DropPosition {
  const height = y - view.documentTop;
  const { type, top, bottom, from, to } = view.elementAtHeight(height);
  if (type === BlockType.Text) return { at: view.posAtCoords({ x, y }, false) };
  // Front matter is only valid at the start.
  const isFrontMatter = from === 0 && view.state.sliceDoc(0, 3) === '---';
  return height < (top + bottom) / 2 && !isFrontMatter ? { at: from, beside: 'before' } : { at: to, beside: 'after' };
}
