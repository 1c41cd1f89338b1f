import { type ChangeDesc, type EditorState, StateEffect, type Transaction } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { type OffsetRange, overlaps } from './follow-blocks.js';

/**
 * Parts of a note in which blocks are rendered: around the text in sight, and around the cursor. The editor compares and
 * lays out all rendered blocks with every key press, so that those of a long note have to be few.
 */
export interface NearText {
  readonly sight: OffsetRange;
  readonly cursor: OffsetRange;
}

/** Characters on both sides of the text in sight, or of the cursor, that are near. */
const MARGIN = 40_000;
/** Characters that are left on both sides before the near text moves. */
const MIN_MARGIN = 15_000;
/** Length in characters above which near text was made too long by an insertion. */
const MAX_LENGTH = 200_000;

const setSight = StateEffect.define<OffsetRange>();

/** Returns the near text of a note that is opened. */
export const createNearText = ({ doc, selection }: EditorState): NearText => ({
  sight: extend({ from: 0, to: 0 }, MARGIN, doc.length),
  cursor: extend(toPoint(selection.main.head), MARGIN, doc.length),
});

/** Returns the near text after a transaction; the same object when it did not move. */
export function followNearText(before: NearText, { changes, effects, state, selection }: Transaction): NearText {
  const { length } = state.doc;
  const seen = effects.find((effect) => effect.is(setSight))?.value as OffsetRange | undefined;
  const head = toPoint(state.selection.main.head);
  const sight = move(mapRange(before.sight, changes), seen, length);
  const cursor = move(mapRange(before.cursor, changes), selection === undefined ? undefined : head, length);
  return sight === before.sight && cursor === before.cursor ? before : { sight, cursor };
}

/** Returns true when a range is near, at least in part. */
export const isNear = ({ sight, cursor }: NearText, from: number, to: number): boolean =>
  [sight, cursor].some((near) => overlaps(near, from, to));

/** Returns the ranges whose blocks begin or stop to be near. */
export function listMoved(before: NearText, after: NearText, changes: ChangeDesc | undefined): OffsetRange[] {
  const ends = (one: OffsetRange, other: OffsetRange) =>
    one.from === other.from && one.to === other.to ? [] : [one, other];
  const mapped = changes === undefined ? before : mapNearText(before, changes);
  return [...ends(mapped.sight, after.sight), ...ends(mapped.cursor, after.cursor)];
}

const mapNearText = ({ sight, cursor }: NearText, changes: ChangeDesc): NearText => ({
  sight: mapRange(sight, changes),
  cursor: mapRange(cursor, changes),
});

const mapRange = (range: OffsetRange, changes: ChangeDesc): OffsetRange =>
  changes.empty ? range : { from: changes.mapPos(range.from, -1), to: changes.mapPos(range.to, 1) };

const toPoint = (at: number): OffsetRange => ({ from: at, to: at });

const extend = ({ from, to }: OffsetRange, margin: number, length: number): OffsetRange => ({
  from: Math.max(0, from - margin),
  to: Math.min(length, to + margin),
});

const contains = (outer: OffsetRange, { from, to }: OffsetRange) => outer.from <= from && outer.to >= to;

/** Returns near text around a target, moved only when the target is close to its end, or when it is too long. */
function move(near: OffsetRange, target: OffsetRange | undefined, length: number): OffsetRange {
  const isTooLong = near.to - near.from > MAX_LENGTH;
  if (target === undefined) return isTooLong ? { from: near.from, to: near.from + MAX_LENGTH } : near;
  const isKept = !isTooLong && contains(near, extend(target, MIN_MARGIN, length));
  return isKept ? near : extend(target, MARGIN, length);
}

/** Reports the text in sight before the frame that shows it is drawn. */
class SightFollower {
  #isScheduled = false;
  #isClosed = false;

  constructor(
    private readonly view: EditorView,
    private readonly read: (state: EditorState) => NearText,
  ) {
    this.#check();
  }

  update({ viewportChanged, docChanged }: ViewUpdate): void {
    if (viewportChanged || docChanged) this.#check();
  }

  destroy(): void {
    this.#isClosed = true;
  }

  #isFar(): boolean {
    const { state, viewport } = this.view;
    const { sight } = this.read(state);
    return !contains(sight, extend(viewport, MIN_MARGIN, state.doc.length));
  }

  #check(): void {
    if (this.#isScheduled || !this.#isFar()) return;
    this.#isScheduled = true;
    // An editor cannot be changed while it is updated; microtasks run before the next frame.
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.#isClosed || !this.#isFar()) return;
      this.view.dispatch({ effects: setSight.of(this.view.viewport) });
      // Measures at once, so that the text in sight keeps its place when blocks above it change.
      this.view.lineBlockAtHeight(0);
    });
  }
}

/** Extension that follows the text in sight. */
export const followSight = (read: (state: EditorState) => NearText) =>
  ViewPlugin.define((view) => new SightFollower(view, read));
