import type { RangeSet } from '@codemirror/state';
import { MAX_BLOCK_LENGTH } from '../bounds.js';
import type { BlockPart, FoundPart } from './block-parts.js';

/** Range of a note that several of its blocks form: a comment, or an element of HTML with what it contains. */
export interface BlockGroup {
  readonly kind: 'comment' | 'html';
  readonly from: number;
  readonly to: number;
  readonly indent: number;
}

/** Groups the parts of a note, in their order. Groups do not overlap. */
export function groupParts(parts: RangeSet<BlockPart>, length: number): BlockGroup[] {
  const comments: FoundPart[] = [];
  const html: FoundPart[] = [];
  parts.between(0, length, (from, to, value) => {
    (value.kind === 'comment' ? comments : html).push({ from, to, value });
  });
  const hidden = pairComments(comments);
  const shown = html.filter(({ from, to }) => findGroup(hidden, from, to) === undefined);
  const elements = groupHtml(shown).filter(({ from, to }) => findGroup(hidden, from, to) === undefined);
  return [...hidden, ...elements].sort((one, other) => one.from - other.from);
}

function pairComments(marks: readonly FoundPart[]): BlockGroup[] {
  const found: BlockGroup[] = [];
  for (let index = 0; index + 1 < marks.length; index += 2) {
    const [open, close] = [marks[index] as FoundPart, marks[index + 1] as FoundPart];
    found.push({ kind: 'comment', from: open.from, to: close.to, indent: 0 });
  }
  return found;
}

/** Joins blocks of HTML from the one that opens an element to the one that closes it. */
function groupHtml(blocks: readonly FoundPart[]): BlockGroup[] {
  const ends = findEnds(blocks);
  const found: BlockGroup[] = [];
  for (let index = 0; index < blocks.length; ) {
    let last = index;
    for (let at = index; at <= last; at += 1) last = Math.max(last, ends[at] as number);
    const [{ from, value }, { to }] = [blocks[index] as FoundPart, blocks[last] as FoundPart];
    if (to - from <= MAX_BLOCK_LENGTH) found.push({ kind: 'html', from, to, indent: value.indent });
    index = last + 1;
  }
  return found;
}

/** Returns for each block the index of the last block that closes an element of it. Lists are not crossed. */
function findEnds(blocks: readonly FoundPart[]): number[] {
  const ends = blocks.map((_, index) => index);
  const opened = new Map<string, number[]>();
  for (const [index, { value }] of blocks.entries()) {
    if (value.indent > 0) continue;
    for (const { type, name } of value.unpaired) {
      if (type === 'open') opened.set(name, [...(opened.get(name) ?? []), index]);
      else {
        const partner = opened.get(name)?.pop();
        if (partner !== undefined) ends[partner] = Math.max(ends[partner] as number, index);
      }
    }
  }
  return ends;
}

/** Returns the group of a sorted list that overlaps with a range. */
export function findGroup(groups: readonly BlockGroup[], from: number, to: number): BlockGroup | undefined {
  let [low, high] = [0, groups.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((groups[middle] as BlockGroup).to <= from) low = middle + 1;
    else high = middle;
  }
  const found = groups[low];
  return found !== undefined && found.from < to ? found : undefined;
}

/** Returns the groups that are in one list and not in the other. */
export function findChangedGroups(before: readonly BlockGroup[], after: readonly BlockGroup[]): BlockGroup[] {
  const toKey = ({ kind, from, to, indent }: BlockGroup) => `${kind} ${from} ${to} ${indent}`;
  const [known, next] = [new Set(before.map(toKey)), new Set(after.map(toKey))];
  return [...before.filter((one) => !next.has(toKey(one))), ...after.filter((one) => !known.has(toKey(one)))];
}
