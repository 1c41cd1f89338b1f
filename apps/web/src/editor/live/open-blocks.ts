import type { EditorState, RangeSet } from '@codemirror/state';
import { getActivity } from './activity.js';
import type { FoundBlock, RenderableBlock } from './renderable-blocks.js';

/**
 * Finds the blocks whose source is shown: those that the selection begins or ends in. While a mouse button is down or a
 * widget has focus, no other block opens or closes, so that nothing moves below the pointer.
 *
 * @param openBefore first offsets of the blocks that were open
 * @param sourceAt offset in a table whose source the user asked for or types
 */
export function findOpenBlocks(
  state: EditorState,
  all: RangeSet<RenderableBlock>,
  openBefore: readonly number[],
  sourceAt: number | undefined,
): FoundBlock[] {
  const { focus, isPointerDown } = getActivity(state);
  const found = new Map<number, FoundBlock>();
  if (isPointerDown || focus === 'widget') {
    for (const at of openBefore) addBlockAt(all, at, found);
    return [...found.values()];
  }
  if (focus === 'none' || (state.readOnly && focus === 'text')) return [];
  for (const { from, to, empty } of state.selection.ranges) {
    for (const at of [from, to]) addBlockAt(all, at, found);
    for (const [start, block] of found) if (!empty && from <= block.from && to >= block.to) found.delete(start);
  }
  // A table is edited in its cells, and its source is shown only on request, while it is typed, or around a match of a search.
  for (const [start, { from, to, value }] of found) {
    const isRequested = sourceAt !== undefined && from <= sourceAt && sourceAt <= to;
    if (value.kind === 'table' && !isRequested && focus !== 'panel') found.delete(start);
  }
  return [...found.values()];
}

function addBlockAt(all: RangeSet<RenderableBlock>, at: number, found: Map<number, FoundBlock>): void {
  all.between(at, at, (from, to, value) => {
    found.set(from, { from, to, value });
  });
}

/** Returns the blocks that are open in one list and not in the other. */
export function findToggled(before: readonly FoundBlock[], after: readonly FoundBlock[]): FoundBlock[] {
  const isIn = (blocks: readonly FoundBlock[], { from }: FoundBlock) => blocks.some((block) => block.from === from);
  return [...before.filter((block) => !isIn(after, block)), ...after.filter((block) => !isIn(before, block))];
}
