import type { EditorView } from '@codemirror/view';
import { onNextInput } from '../ui/next-input.js';
import type { ScrollPosition } from '../ui/scroll-positions.js';

/** Frames in which the text may still move the scroll position: heights are measured as lines come into view. */
const SETTLING_FRAMES = 20;

/** Returns the first visible line of the text, as its offset, and the pixels that are scrolled out of it. */
export function readTextPosition(view: EditorView): ScrollPosition {
  const { top } = view.scrollDOM.getBoundingClientRect();
  const block = view.lineBlockAtHeight(top - view.documentTop);
  return { at: block.from, offset: top - view.documentTop - block.top };
}

/** Scrolls to a position, and stays there until the lines around it are laid out. Returns a function that ends this. */
export function restoreTextPosition(view: EditorView, { at, offset }: ScrollPosition): () => void {
  let isStopped = false;
  const stopWaiting = onNextInput(() => {
    isStopped = true;
  });
  const stop = () => {
    isStopped = true;
    stopWaiting();
  };
  const measureMove = () => {
    const { top } = view.lineBlockAt(Math.min(at, view.state.doc.length));
    return view.documentTop + top + offset - view.scrollDOM.getBoundingClientRect().top;
  };
  const settle = (framesLeft: number) => {
    if (isStopped || !view.dom.isConnected) return;
    view.requestMeasure({
      key: restoreTextPosition,
      read: measureMove,
      write: (move) => {
        if (!isStopped && Math.abs(move) >= 1) view.scrollDOM.scrollTop += move;
      },
    });
    if (framesLeft > 0) requestAnimationFrame(() => settle(framesLeft - 1));
    else stop();
  };
  settle(SETTLING_FRAMES);
  return stop;
}
