import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { keepPosition, recallPosition } from '../ui/scroll-positions.js';

const OWNER = 'list';

interface KeptOffset {
  readonly initialOffset: number;
  /** Number of rows above the kept position, while they are being loaded. */
  readonly rowsAbove: number;
  /** Keeps the current position. */
  readonly keep: () => void;
  /** Ends the return to the kept position, because the user scrolls. */
  readonly release: () => void;
}

/** Keeps the scroll position of a list in pixels, also through a reload, after which its rows are loaded again. */
export function useKeptOffset(
  ref: RefObject<HTMLElement | null>,
  listKey: string,
  { rowHeight, loaded, hasMore }: { readonly rowHeight: number; readonly loaded: number; readonly hasMore: boolean },
): KeptOffset {
  const pending = useRef<number | undefined>(undefined);
  const initial = useRef<number | undefined>(undefined);
  if (initial.current === undefined) {
    initial.current = recallPosition(OWNER, listKey)?.offset ?? 0;
    pending.current = initial.current === 0 ? undefined : initial.current;
  }
  useLayoutEffect(() => {
    const { current: offset } = pending;
    if (offset === undefined || ref.current === null) return;
    const isLoaded = loaded * rowHeight >= offset + ref.current.clientHeight;
    if (hasMore && !isLoaded) return;
    ref.current.scrollTop = offset;
    // The list can have its full height one rendering later.
    const isReached = Math.abs(ref.current.scrollTop - offset) < 1;
    if (isReached || !isLoaded) pending.current = undefined;
  });
  return {
    initialOffset: initial.current,
    rowsAbove: Math.ceil((pending.current ?? 0) / rowHeight),
    keep: () => {
      if (pending.current === undefined && ref.current !== null)
        keepPosition(OWNER, listKey, { at: 0, offset: ref.current.scrollTop });
    },
    release: () => {
      pending.current = undefined;
    },
  };
}
