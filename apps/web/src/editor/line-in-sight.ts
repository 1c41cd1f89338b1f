import { EditorView } from '@codemirror/view';
import type { ScrollPosition } from '../ui/scroll-positions.js';

/**
 * Returns the current line, from 1: the cursor's line while visible, else the first visible line.
 *
 * @param page rendered note; if given, its first visible line counts
 */
export function lineInSight(view: EditorView, page: HTMLElement | null): number {
  return page === null ? getTextLine(view) : getPageLine(page);
}

function getTextLine(view: EditorView): number {
  const { doc, selection } = view.state;
  const { top, bottom } = view.scrollDOM.getBoundingClientRect();
  const cursor = view.coordsAtPos(selection.main.head);
  const isSeen = cursor !== null && cursor.bottom > top && cursor.top < bottom;
  return doc.lineAt(isSeen ? selection.main.head : view.lineBlockAtHeight(top - view.documentTop).from).number;
}

/** Returns the rendered note beside or in place of an editor, if shown. */
export const findPage = (view: EditorView): HTMLElement | null =>
  view.dom.closest('.note-body')?.querySelector<HTMLElement>('.note-preview') ?? null;

const getPageLine = (page: HTMLElement): number => Number(findBlockInSight(page)?.dataset.start ?? 1);

/**
 * Returns the first visible line of a rendered note, from 1, and the pixels that are scrolled out of its block; the top
 * of the page before it has blocks.
 */
export function readPagePosition(page: HTMLElement): ScrollPosition {
  const block = findBlockInSight(page);
  if (block === undefined) return { at: 0, offset: 0 };
  const offset = page.getBoundingClientRect().top - block.getBoundingClientRect().top;
  return { at: Number(block.dataset.start ?? 1), offset };
}

/**
 * Finds the first visible block. Chunks and blocks carry their first line. Only chunks in view are measured by their
 * blocks, because the browser would have to lay out the others.
 */
function findBlockInSight(page: HTMLElement): HTMLElement | undefined {
  const { top } = page.getBoundingClientRect();
  const firstBelow = (elements: readonly HTMLElement[]): HTMLElement | undefined => {
    let [low, high] = [0, elements.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((elements[middle] as HTMLElement).getBoundingClientRect().bottom > top + 1) high = middle;
      else low = middle + 1;
    }
    return elements[low];
  };
  const chunk = firstBelow([...page.querySelectorAll<HTMLElement>('.chunk')]);
  const block = chunk && firstBelow([...chunk.querySelectorAll<HTMLElement>('.block')]);
  return block ?? chunk;
}

/** Moves the cursor to a line, counted from 1, and scrolls to it. */
export function scrollToLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'start' }) });
}
