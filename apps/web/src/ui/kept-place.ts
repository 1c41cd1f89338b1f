import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

const FOCUSABLE = 'a, button, input';

/** Entry of a list that has, or had, the focus. */
interface Place {
  readonly element: Element;
  readonly index: number;
}

/**
 * Keeps the focus at its place in a list: when the focused element goes with its entry, the entry that follows gets the
 * focus, and after the last one the entry before.
 *
 * @param entries selector of the entries of the list
 * @param fallback selector of the element that gets the focus when no entry is left
 */
export function useKeptPlace(entries: string, fallback = ''): void {
  const place = useRef<Place>(undefined);
  useLayoutEffect(() => {
    if (place.current?.element.isConnected !== false || document.activeElement !== document.body) return;
    const all = document.querySelectorAll(entries);
    const entry = all[Math.min(place.current.index, all.length - 1)];
    const next = entry?.querySelector(FOCUSABLE) ?? (fallback === '' ? null : document.querySelector(fallback));
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const entry = target instanceof Element ? target.closest(entries) : null;
      const index = entry === null ? -1 : [...document.querySelectorAll(entries)].indexOf(entry);
      place.current = index === -1 ? undefined : { element: target as Element, index };
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
}
