import { syntaxTree } from '@codemirror/language';
import type { ChangeSet, EditorState, RangeSet, RangeValue, Text } from '@codemirror/state';
import type { Tree } from '@lezer/common';
import { type BlockGroup, findChangedGroups, findGroup, groupParts } from './block-groups.js';
import type { BlockPart } from './block-parts.js';
import { findFrontMatter } from './front-matter.js';
import { type FoundBlock, findNewBlocks, RenderableBlock } from './renderable-blocks.js';
import { findTitleHeading, getTitle } from './title-heading.js';

export interface OffsetRange {
  readonly from: number;
  readonly to: number;
}

export interface KnownBlocks {
  readonly tree: Tree;
  /** Title of the note. */
  readonly title: string;
  /** Blocks of the tree that can be shown rendered on their own. */
  readonly single: RangeSet<RenderableBlock>;
  readonly parts: RangeSet<BlockPart>;
  readonly groups: readonly BlockGroup[];
  /** All blocks that can be shown rendered: groups of HTML, and single blocks outside groups. */
  readonly all: RangeSet<RenderableBlock>;
}

interface FollowedBlocks extends Omit<KnownBlocks, 'tree'> {
  /** Ranges in which blocks may differ from those before. */
  readonly changed: readonly OffsetRange[];
}

/** Maps the blocks, and finds those of text that was parsed anew. */
export function followBlocks(before: KnownBlocks, state: EditorState, changes: ChangeSet | undefined): FollowedBlocks {
  const tree = syntaxTree(state);
  const title = getTitle(state);
  if (tree === before.tree && changes === undefined && title === before.title) return { ...before, changed: [] };
  const matter = findFrontMatter(state.doc);
  const knownMatter = getFrontMatter(before.single)?.to ?? 0;
  const knownMatterTo = changes?.mapPos(knownMatter, -1) ?? knownMatter;
  // Blocks of what was front matter are unknown, also where the parser reuses their trees.
  const textFrom = knownMatterTo === matter?.to ? 0 : knownMatterTo;
  const back = changes?.invertedDesc;
  const difference = findNewBlocks(state, { tree, previous: before.tree, textFrom }, (at) => back?.mapPos(at) ?? at);
  const mapped = mapSet(before.single, changes);
  const mappedParts = mapSet(before.parts, changes);
  const changed: OffsetRange[] = [
    ...difference.ranges,
    ...listBlank(mapped, state.doc, changes),
    ...listBlank(mappedParts, state.doc, changes),
  ];
  const matterTo = Math.max(matter?.to ?? 0, knownMatterTo);
  if (matterTo > 0) changed.push({ from: 0, to: matterTo });
  const isText = ({ from }: OffsetRange) => from >= (matter?.to ?? 0);
  const blocks = difference.blocks.filter(isText);
  const heading = findTitleHeading(state, matter?.to ?? 0);
  for (const { from, to } of [heading, findTitle(mapped)].filter((one) => one !== undefined))
    changed.push({ from, to });
  if (heading !== undefined) blocks.unshift(heading);
  if (matter !== undefined) blocks.unshift(matter);
  const single = replace(mapped, changed, blocks);
  const newParts = { mapped: mappedParts, changed, parts: difference.parts.filter(isText) };
  const { parts, groups } = followGroups(before, state, changes, newParts);
  const known = before.groups.map((group) => mapGroup(group, changes));
  changed.push(...findChangedGroups(known, groups));
  const all =
    groups.length + known.length === 0
      ? single
      : replace(mapSet(before.all, changes), changed, [
          ...listAlone(single, changed, groups),
          ...listHtml(changed, groups),
        ]);
  return { title, single, parts, groups, all, changed };
}

/** Lists values of which a change left only spaces and line breaks: the tree has no node there. */
function listBlank<T extends RangeValue>(set: RangeSet<T>, doc: Text, changes: ChangeSet | undefined): OffsetRange[] {
  const found: OffsetRange[] = [];
  changes?.iterChangedRanges((_fromA, _toA, changedFrom, changedTo) =>
    set.between(changedFrom, changedTo, (from, to) => {
      if (doc.sliceString(from, to).trim() === '') found.push({ from, to });
    }),
  );
  return found;
}

interface NewParts {
  readonly mapped: RangeSet<BlockPart>;
  readonly changed: readonly OffsetRange[];
  readonly parts: readonly { readonly from: number; readonly to: number; readonly value: BlockPart }[];
}

/** Groups the parts again where some of them have changed. */
function followGroups(
  before: KnownBlocks,
  { doc }: EditorState,
  changes: ChangeSet | undefined,
  { mapped, changed, parts: added }: NewParts,
): Pick<KnownBlocks, 'parts' | 'groups'> {
  const parts = replace(mapped, changed, added);
  if (parts.size === 0) return { parts, groups: [] };
  if (added.length === 0 && parts.size === before.parts.size)
    return { parts, groups: before.groups.map((group) => mapGroup(group, changes)) };
  return { parts, groups: groupParts(parts, doc.length) };
}

/**
 * Maps a set. Values whose text was deleted whole are left out: they would stay as empty ranges.
 *
 * @param isPoint returns true for values that are empty ranges from the start
 */
export function mapSet<T extends RangeValue>(
  set: RangeSet<T>,
  changes: ChangeSet | undefined,
  isPoint: (value: T) => boolean = () => false,
): RangeSet<T> {
  if (changes === undefined) return set;
  let mapped = set.map(changes);
  const filter = (from: number, to: number, value: T) => from < to || isPoint(value);
  changes.iterChangedRanges((_fromA, _toA, filterFrom, filterTo) => {
    mapped = mapped.update({ filterFrom, filterTo, filter });
  });
  return mapped;
}

const mapGroup = (group: BlockGroup, changes: ChangeSet | undefined): BlockGroup =>
  changes === undefined ? group : { ...group, from: changes.mapPos(group.from, 1), to: changes.mapPos(group.to, -1) };

interface FoundValue<T> extends OffsetRange {
  readonly value: T;
}

/** Replaces the values in some ranges. */
function replace<T extends RangeValue>(
  set: RangeSet<T>,
  ranges: readonly OffsetRange[],
  values: readonly FoundValue<T>[],
): RangeSet<T> {
  let next = set;
  for (const { from, to } of ranges)
    next = next.update({ filterFrom: from, filterTo: to, filter: (start, end) => !overlaps({ from, to }, start, end) });
  return values.length === 0
    ? next
    : next.update({ add: values.map(({ from, to, value }) => value.range(from, to)), sort: true });
}

/** Lists the single blocks in some ranges that no group contains. */
function listAlone(
  single: RangeSet<RenderableBlock>,
  ranges: readonly OffsetRange[],
  groups: readonly BlockGroup[],
): FoundBlock[] {
  const found = new Map<number, FoundBlock>();
  for (const range of ranges)
    single.between(range.from, range.to, (from, to, value) => {
      if (overlaps(range, from, to) && findGroup(groups, from, to) === undefined) found.set(from, { from, to, value });
    });
  return [...found.values()];
}

/** Lists the blocks of HTML in some ranges. */
const listHtml = (ranges: readonly OffsetRange[], groups: readonly BlockGroup[]): FoundBlock[] =>
  groups
    .filter(({ kind, from, to }) => kind === 'html' && ranges.some((range) => overlaps(range, from, to)))
    .map(({ from, to, indent }) => ({ from, to, value: new RenderableBlock('html', indent) }));

/** Returns true when a block lies in a range, and not only beside it. */
export const overlaps = ({ from, to }: OffsetRange, start: number, end: number) => end > from && start < to;

/** Returns the heading that repeats the title: the first block behind front matter. */
function findTitle(all: RangeSet<RenderableBlock>): FoundBlock | undefined {
  let found: FoundBlock | undefined;
  all.between(0, Number.MAX_SAFE_INTEGER, (from, to, value) => {
    if (value.kind === 'title') found = { from, to, value };
    return value.kind === 'front-matter' || value.kind === 'yaml' ? undefined : false;
  });
  return found;
}

/** Returns the front matter. */
export function getFrontMatter(all: RangeSet<RenderableBlock>): FoundBlock | undefined {
  let found: FoundBlock | undefined;
  all.between(0, 0, (from, to, value) => {
    if (value.kind === 'front-matter' || value.kind === 'yaml') found = { from, to, value };
    return false;
  });
  return found;
}
