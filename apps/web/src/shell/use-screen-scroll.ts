import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { currentEntry, currentLocation } from '../kernel/router.js';
import { keepPosition, recallPosition } from '../ui/scroll-positions.js';

const PART = 'screen';
/** Time for which a screen may load the content that it was scrolled to. */
const LOADING_MS = 5_000;
const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Keeps the scroll position of a screen for each entry of the history. A screen opened anew begins at its top. */
export function useScreenScroll(scroller: RefObject<HTMLElement | null>): void {
  const entry = currentEntry.value;
  const path = currentLocation.value.segments.join('/');
  const lastPath = useRef(path);
  useEffect(() => {
    const element = scroller.current as HTMLElement;
    const kept = recallPosition(entry, PART)?.offset;
    if (kept === undefined && path !== lastPath.current) element.scrollTop = 0;
    lastPath.current = path;
    const controller = new AbortController();
    const { signal } = controller;
    let isReturning = kept !== undefined;
    const end = () => {
      isReturning = false;
    };
    const deadline = performance.now() + LOADING_MS;
    const returnTo = (offset: number) => {
      if (!isReturning || signal.aborted) return;
      if (element.scrollHeight - element.clientHeight < offset && performance.now() < deadline)
        return requestAnimationFrame(() => returnTo(offset));
      element.scrollTop = offset;
      end();
    };
    const keep = () => {
      if (!isReturning) keepPosition(entry, PART, { at: 0, offset: element.scrollTop });
    };
    element.addEventListener('scroll', keep, { signal, passive: true });
    for (const name of USER_EVENTS) addEventListener(name, end, { signal, capture: true, passive: true });
    if (kept !== undefined) returnTo(kept);
    return () => controller.abort();
  }, [entry]);
}
