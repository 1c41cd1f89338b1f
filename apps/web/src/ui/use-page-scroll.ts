import { useEffect, useRef } from 'preact/hooks';
import { currentEntry } from '../kernel/router.js';
import { onNextInput } from './next-input.js';
import { keepPosition, recallPosition } from './scroll-positions.js';

const PART = 'page';
/** Time for which a page may load the content that it was scrolled to. */
const LOADING_MS = 5_000;

/** Keeps the scroll position of a page for each entry of the history. A page opened anew begins at its top. */
export function usePageScroll(): void {
  const entry = currentEntry.value;
  const isOpened = useRef(false);
  useEffect(() => {
    const scroller = document.getElementById('main') as HTMLElement;
    const kept = recallPosition(entry, PART)?.offset;
    if (kept === undefined && !isOpened.current) scroller.scrollTop = 0;
    isOpened.current = true;
    const controller = new AbortController();
    const { signal } = controller;
    let isReturning = kept !== undefined;
    const end = () => {
      isReturning = false;
    };
    const deadline = performance.now() + LOADING_MS;
    const returnTo = (offset: number) => {
      if (!isReturning || signal.aborted) return;
      if (scroller.scrollHeight - scroller.clientHeight < offset && performance.now() < deadline)
        return requestAnimationFrame(() => returnTo(offset));
      scroller.scrollTop = offset;
      end();
    };
    const keep = () => {
      if (!isReturning) keepPosition(entry, PART, { at: 0, offset: scroller.scrollTop });
    };
    scroller.addEventListener('scroll', keep, { signal, passive: true });
    const stopWaiting = onNextInput(end);
    if (kept !== undefined) returnTo(kept);
    return () => {
      controller.abort();
      stopWaiting();
    };
  }, [entry]);
}
