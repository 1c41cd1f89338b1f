import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

interface VirtualInput {
  /** Element that scrolls. */
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  /** Row that is rendered at any distance, because it may have focus. */
  readonly keep: number;
  readonly initialOffset: number;
}

type Options = VirtualizerOptions<HTMLElement, Element>;

/** Returns the rows of a long list that need to be rendered. */
export function useVirtual(input: VirtualInput): Virtualizer<HTMLElement, Element> {
  const [, redraw] = useReducer((version: number) => version + 1, 0);
  const options: Options = {
    count: input.count,
    estimateSize: () => input.rowHeight,
    getScrollElement: () => input.ref.current,
    initialOffset: input.initialOffset,
    overscan: 20,
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), input.keep, input.count),
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(0),
  };
  const [virtualizer] = useState(() => new Virtualizer(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, input.rowHeight]);
  return virtualizer;
}

function withIndex(indexes: number[], keep: number, count: number): number[] {
  if (keep >= count || indexes.includes(keep)) return indexes;
  return [...indexes, keep].sort((a, b) => a - b);
}
