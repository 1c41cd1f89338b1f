import type { EditorView } from '@codemirror/view';
import type { ScrollPosition } from '../ui/scroll-positions.js';
import { findRendered, readTopLine } from './follow-scroll.js';
import { readPagePosition } from './line-in-sight.js';

/** Positions in a note to scroll to: in the editor, and on the rendered page. */
export interface NotePositions {
  readonly text?: ScrollPosition;
  readonly page?: ScrollPosition;
}

/** Distance in pixels to which the page still shows the block it was opened at: less than a line. */
const NEAR = 16;
const TOP: ScrollPosition = { at: 0, offset: 0 };

/** Returns the position on the page of the first line that the editor shows. */
export function toPagePosition(view: EditorView): ScrollPosition {
  if (view.scrollDOM.scrollTop === 0) return TOP;
  const { doc } = view.state;
  let line = Math.min(Math.floor(readTopLine(view)), doc.lines);
  // A blank line has no block of its own on the page.
  while (line < doc.lines && doc.line(line).text.trim() === '') line += 1;
  return { at: line, offset: 0 };
}

/**
 * Returns the position in the editor of the first line that the page shows; undefined while the page is not complete, or
 * shows the block it was opened at, which the editor shows more exactly.
 */
export function toTextPosition(
  view: EditorView,
  page: HTMLElement,
  openedAt: ScrollPosition | undefined,
): ScrollPosition | undefined {
  if (page.querySelector('article[aria-busy=false]') === null) return undefined;
  if (openedAt !== undefined && isShownAtTop(page, openedAt)) return undefined;
  const { at } = page.scrollTop === 0 ? TOP : readPagePosition(page);
  return at === 0 ? TOP : { at: view.state.doc.line(Math.min(at, view.state.doc.lines)).from, offset: 0 };
}

function isShownAtTop(page: HTMLElement, { at }: ScrollPosition): boolean {
  if (at === 0) return page.scrollTop === 0;
  const element = findRendered(page, at)?.element;
  if (element === undefined) return false;
  return Math.abs(element.getBoundingClientRect().top - page.getBoundingClientRect().top) < NEAR;
}
