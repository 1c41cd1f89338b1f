import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export type Direction = 'back' | 'forward';

/** Results of a swipe; undefined where there is nothing to go to. */
export interface Swipes {
  /** Runs after a swipe towards the end of the line: to the list, or from it to the sidebar. */
  readonly back: (() => void) | undefined;
  /** Runs after a swipe towards the start of the line: to the open note. */
  readonly forward: (() => void) | undefined;
  /** Returns true when the pane follows the finger in this direction. */
  readonly follows: (direction: Direction) => boolean;
}

const narrow = matchMedia('(width < 640px)');

/**
 * Runs swipes over an element of a narrow window. The code for this is loaded only in such a window; if it cannot be
 * loaded, the buttons remain.
 */
export function useSwipe(frame: RefObject<HTMLElement | null>, swipes: Swipes): void {
  const current = useRef(swipes);
  current.current = swipes;
  useEffect(() => {
    let isMounted = true;
    let stop: (() => void) | undefined;
    const follow = async () => {
      if (!narrow.matches || stop !== undefined) return;
      const loaded = await import('./swipe.js').catch(() => undefined);
      if (loaded === undefined || !isMounted || stop !== undefined) return;
      stop = loaded.followSwipes(frame.current as HTMLElement, () => current.current);
    };
    void follow();
    narrow.addEventListener('change', follow);
    return () => {
      isMounted = false;
      narrow.removeEventListener('change', follow);
      stop?.();
    };
  }, [frame]);
}
