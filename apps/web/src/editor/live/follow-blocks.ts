import { syntaxTree } from '@codemirror/language';
import type { ChangeSet, EditorState, RangeSet } from '@codemirror/state';
import type { Tree } from '@lezer/common';
import { findFrontMatter } from './front-matter.js';
import { type FoundBlock, findNewBlocks, type RenderableBlock } from './renderable-blocks.js';

export interface OffsetRange {
  readonly from: number;
  readonly to: number;
}

interface KnownBlocks {
  readonly tree: Tree;
  /** All blocks of the tree that can be shown rendered. */
  readonly all: RangeSet<RenderableBlock>;
}

interface FollowedBlocks {
  readonly all: RangeSet<RenderableBlock>;
  /** Ranges in which blocks may differ from those before. */
  readonly changed: readonly OffsetRange[];
}

/** Maps the blocks, and finds those of text that was parsed anew. */
export function followBlocks(before: KnownBlocks, state: EditorState, changes: ChangeSet | undefined): FollowedBlocks {
  const tree = syntaxTree(state);
  if (tree === before.tree && changes === undefined) return { changed: [], all: before.all };
  const back = changes?.invertedDesc;
  const { ranges, blocks } = findNewBlocks(state, tree, before.tree, (at) => back?.mapPos(at) ?? at);
  const changed: OffsetRange[] = [...ranges];
  let all = changes === undefined ? before.all : before.all.map(changes);
  const matter = findFrontMatter(state.doc);
  const matterTo = Math.max(matter?.to ?? 0, getFrontMatter(all)?.to ?? 0);
  if (matterTo > 0) changed.push({ from: 0, to: matterTo });
  for (const { from, to } of changed)
    all = all.update({ filterFrom: from, filterTo: to, filter: (start, end) => !overlaps({ from, to }, start, end) });
  const added = blocks.filter(({ from }) => from >= (matter?.to ?? 0));
  if (matter !== undefined) added.unshift(matter);
  return { changed, all: all.update({ add: added.map(({ from, to, value }) => value.range(from, to)), sort: true }) };
}

/** Returns true when a block lies in a range, and not only beside it. */
export const overlaps = ({ from, to }: OffsetRange, start: number, end: number) => end > from && start < to;

/** Returns the front matter. */
export function getFrontMatter(all: RangeSet<RenderableBlock>): FoundBlock | undefined {
  let found: FoundBlock | undefined;
  all.between(0, 0, (from, to, value) => {
    if (value.kind === 'front-matter' || value.kind === 'yaml') found = { from, to, value };
    return false;
  });
  return found;
}
