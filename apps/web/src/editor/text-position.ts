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

/**
 * Reports the position after each scrolling, and after each change of the layout, which may move the text without any
 * scrolling. Returns a function that ends this.
 */
export function followTextPosition(view: EditorView, report: (position: ScrollPosition) => void): () => void {
  let isEnded = false;
  const reportLaidOut = () =>
    view.requestMeasure({
      key: followTextPosition,
      read: () => (isEnded || !view.dom.isConnected ? undefined : readTextPosition(view)),
      write: (position) => position && !isEnded && report(position),
    });
  const reportScrolled = () => {
    report(readTextPosition(view));
    // The heights of lines that came into view are estimates so far.
    reportLaidOut();
  };
  const observer = new ResizeObserver(reportLaidOut);
  observer.observe(view.contentDOM);
  view.scrollDOM.addEventListener('scroll', reportScrolled, { passive: true });
  return () => {
    isEnded = true;
    observer.disconnect();
    view.scrollDOM.removeEventListener('scroll', reportScrolled);
  };
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
