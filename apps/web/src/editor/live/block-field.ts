import { syntaxTree } from '@codemirror/language';
import {
  type EditorState,
  type Extension,
  type Range,
  RangeSet,
  StateField,
  type Transaction,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { Tree } from '@lezer/common';
import { activityField, getActivity } from './activity.js';
import { BlockWidget } from './block-widget.js';
import { followBlocks, getFrontMatter, type KnownBlocks, mapSet, type OffsetRange, overlaps } from './follow-blocks.js';
import { liveFacts } from './live-facts.js';
import { createNearText, followNearText, followSight, isNear, listMoved, type NearText } from './near-text.js';
import { findOpenBlocks, findToggled } from './open-blocks.js';
import { type FoundBlock, getSource, type RenderableBlock } from './renderable-blocks.js';
import { showTableSource } from './table-source.js';

interface Blocks extends KnownBlocks {
  readonly near: NearText;
  /** Comments that are not within one paragraph. */
  readonly comments: readonly OffsetRange[];
  /** Blocks whose source is shown, because the selection is in them. */
  readonly open: readonly FoundBlock[];
  /** Offset in a table whose source the user asked for, or of the cursor behind typed text, which may become a table. */
  readonly sourceAt: number | undefined;
  readonly decorations: DecorationSet;
}

const field = StateField.define<Blocks>({
  create(state) {
    const start: Blocks = {
      tree: Tree.empty,
      near: createNearText(state),
      title: '',
      single: RangeSet.empty,
      parts: RangeSet.empty,
      groups: [],
      all: RangeSet.empty,
      comments: [],
      open: [],
      // The field is added when its code has arrived, possibly while a table is being typed.
      sourceAt: getActivity(state).focus === 'text' ? findTypedText(state) : undefined,
      decorations: Decoration.none,
    };
    return follow(start, state, undefined);
  },
  update(value, transaction) {
    const { state, docChanged, selection, effects, startState, reconfigured } = transaction;
    const isAffected =
      docChanged ||
      reconfigured ||
      selection !== undefined ||
      effects.length > 0 ||
      syntaxTree(state) !== value.tree ||
      startState.readOnly !== state.readOnly;
    return isAffected ? follow(value, state, transaction) : value;
  },
  provide: (self) => EditorView.decorations.from(self, ({ decorations }) => decorations),
});

function follow(before: Blocks, state: EditorState, transaction: Transaction | undefined): Blocks {
  const changes = transaction?.docChanged ? transaction.changes : undefined;
  const { changed, title, all, single, parts, groups } = followBlocks(before, state, changes);
  const map = (at: number) => changes?.mapPos(at, 1) ?? at;
  const sourceAt = findSourceAt(before, transaction, map);
  const matter = getFrontMatter(all);
  const open = findOpenBlocks(
    state,
    all,
    before.open.map(({ from }) => map(from)),
    sourceAt,
  );
  if (matter?.value.kind === 'yaml' && !open.some(({ from }) => from === 0)) open.push(matter);
  const near = transaction === undefined ? before.near : followNearText(before.near, transaction);
  const stale = [...changed, ...listMoved(before.near, near, changes)];
  if (transaction === undefined || isRebuilt(transaction)) stale.push({ from: 0, to: state.doc.length });
  for (const { from, to } of findToggled(
    before.open.map((block) => ({ ...block, from: map(block.from), to: map(block.to) })),
    open,
  ))
    stale.push({ from, to });
  const mapped = mapSet(before.decorations, changes, isBelowSource);
  return {
    tree: syntaxTree(state),
    near,
    title,
    single,
    parts,
    groups,
    all,
    comments: groups === before.groups ? before.comments : groups.filter(({ kind }) => kind === 'comment'),
    open,
    sourceAt: sourceAt !== undefined && isSelected(state, all, sourceAt) ? sourceAt : undefined,
    decorations: decorate(mapped, stale, { state, all, open, near }),
  };
}

/**
 * Returns the offset at which a table shows its source. Text typed outside tables is not taken into a cell; a pasted
 * table is not being typed.
 */
function findSourceAt(
  { sourceAt, all }: Blocks,
  transaction: Transaction | undefined,
  map: (at: number) => number,
): number | undefined {
  const requested = transaction?.effects.find((effect) => effect.is(showTableSource));
  if (requested !== undefined) return requested.value;
  if (sourceAt !== undefined)
    return transaction?.isUserEvent('input.paste') && !isInTable(all, sourceAt) ? undefined : map(sourceAt);
  if (!transaction?.isUserEvent('input.type')) return undefined;
  return isInTable(all, transaction.startState.selection.main.head) ? undefined : transaction.newSelection.main.head;
}

function isInTable(all: RangeSet<RenderableBlock>, at: number): boolean {
  let found = false;
  all.between(at, at, (_from, _to, { kind }) => {
    found ||= kind === 'table';
  });
  return found;
}

/** Returns the offset of the cursor on a line with text. */
function findTypedText({ doc, selection }: EditorState): number | undefined {
  const { head } = selection.main;
  return doc.lineAt(head).text.trim() === '' ? undefined : head;
}

/** Returns true when the cursor is at an offset, or the selection touches the block around it. */
function isSelected({ selection }: EditorState, all: RangeSet<RenderableBlock>, at: number): boolean {
  let found = selection.main.head === at;
  all.between(at, at, (start, end) => {
    found ||= selection.ranges.some(({ from, to }) => from <= end && to >= start);
  });
  return found;
}

const isRebuilt = ({ startState, state }: Transaction): boolean => startState.readOnly !== state.readOnly;

interface Decorated {
  readonly state: EditorState;
  readonly near: NearText;
  readonly all: RangeSet<RenderableBlock>;
  readonly open: readonly FoundBlock[];
}

/** Builds the decorations of the blocks in stale ranges anew. */
function decorate(decorations: DecorationSet, stale: readonly OffsetRange[], { state, all, open, near }: Decorated) {
  const isOpen = new Set(open.map(({ from }) => from));
  const added = new Map<number, Range<Decoration>>();
  let next = decorations;
  for (const range of stale) {
    next = next.update({
      filterFrom: range.from,
      filterTo: range.to,
      filter: (from, to) => (from !== to ? !overlaps(range, from, to) : from < range.from || from > range.to),
    });
    all.between(range.from, range.to, (from, to, value) => {
      if (!overlaps(range, from, to) || !isNear(near, from, to)) return;
      const decoration = toDecoration(state, { from, to, value }, isOpen.has(from));
      if (decoration !== undefined) added.set(from, decoration);
    });
  }
  return next.update({ add: [...added.values()], sort: true });
}

/** Returns true for decorations that stand below a source, instead of replacing it. */
const isBelowSource = ({ spec }: Decoration): boolean => spec.side === 1;

/** Returns the decoration of a block. Images and embeds stay below their source. */
function toDecoration(state: EditorState, block: FoundBlock, isOpen: boolean): Range<Decoration> | undefined {
  const { from, to, value } = block;
  if (value.kind === 'yaml' || (isOpen && value.kind !== 'media')) return undefined;
  const source = getSource(state.doc, block);
  const { isBehindMark } = value;
  const widget = new BlockWidget(value.kind, source, isBehindMark ? 0 : value.indent, state.readOnly, isBehindMark);
  return isOpen
    ? Decoration.widget({ widget, block: true, side: 1 }).range(to)
    : Decoration.replace({ widget, block: !isBehindMark }).range(from, to);
}

/** Returns the block around an offset that can be shown rendered. */
export function blockAt(state: EditorState, at: number): FoundBlock | undefined {
  let found: FoundBlock | undefined;
  state.field(field).all.between(at, at, (from, to, value) => {
    found = { from, to, value };
    return false;
  });
  return found;
}

/** Returns true when a block is shown rendered. */
export const isShownRendered = (state: EditorState, { from }: FoundBlock): boolean =>
  !state.field(field).open.some((block) => block.from === from);

/** Returns true when the cursor has stayed behind typed text, which may become part of a table. */
export const isTypedAt = (state: EditorState, at: number): boolean => state.field(field).sourceAt === at;

/** Returns the comments that are not within one paragraph, in their order. */
export const listComments = (state: EditorState): readonly OffsetRange[] => state.field(field).comments;

/** Returns the blocks whose source is shown. */
export const listOpenBlocks = (state: EditorState): readonly FoundBlock[] => state.field(field).open;

/** Extension that shows blocks rendered where the cursor is not. */
export const renderedBlocks: Extension = [
  field,
  followSight((state) => state.field(field).near),
  liveFacts.compute([field, activityField], (state) => ({
    isHeld: getActivity(state).isPointerDown,
    open: state.field(field).open,
    comments: state.field(field).comments,
    textFrom: getFrontMatter(state.field(field).all)?.to ?? 0,
  })),
];
