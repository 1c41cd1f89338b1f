import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Extension,
  MapMode,
  Prec,
  RangeSet,
  RangeValue,
  type SelectionRange,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';
import { getCodeKind, parsePrefix } from '../lines/line-prefix.js';

/** Closing characters by the opening ones. */
const CLOSERS: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '"': '"',
  '`': '`',
  '*': '*',
  _: '_',
  '=': '=',
};
/** Closing characters by those that wrap a selection. */
const WRAPPERS: Readonly<Record<string, string>> = { ...CLOSERS, '~': '~' };
/** Characters that pair and wrap in code too. */
const IN_CODE = '([';
/** Marks of emphasis, with the number of them that one pair can have. */
const EMPHASIS: Readonly<Record<string, number>> = { '*': 3, _: 3, '=': 2 };

class Closer extends RangeValue {
  override startSide = 1;
  override endSide = -1;
}
const closer = new Closer();

/** Marks the character at an offset as inserted together with its opening one. */
const addCloser = StateEffect.define<number>({
  map: (at, changes) => changes.mapPos(at, -1, MapMode.TrackAfter) ?? undefined,
});

/** Closing characters inserted with their opening ones, on the cursor's line. Typing one of them steps over it. */
const closers = StateField.define<RangeSet<Closer>>({
  create: () => RangeSet.empty,
  update(value, { changes, selection, effects, state }) {
    let next = value.map(changes);
    if (selection !== undefined) {
      const line = state.doc.lineAt(state.selection.main.head);
      next = next.update({ filter: (from) => from >= line.from && from <= line.to });
    }
    const added = effects.flatMap((effect) =>
      effect.is(addCloser) ? closer.range(effect.value, effect.value + 1) : [],
    );
    return added.length === 0 ? next : next.update({ add: added, sort: true });
  },
});

/** Sets the offset of the cursor in a pair without text. */
const openPair = StateEffect.define<number>();

/** Offset of the cursor in a pair that was just typed and has no text; undefined after any other change. */
const emptyPair = StateField.define<number | undefined>({
  create: () => undefined,
  update(value, { effects, docChanged, selection }) {
    const opened = effects.find((effect) => effect.is(openPair));
    if (opened !== undefined) return opened.value as number;
    return docChanged || selection !== undefined ? undefined : value;
  },
});

/** Counts the characters behind an offset that were inserted as closing ones. */
function countClosers(state: EditorState, at: number, character: string): number {
  let count = 0;
  while (state.sliceDoc(at + count, at + count + 1) === character && isCloser(state, at + count)) count += 1;
  return count;
}

function isCloser(state: EditorState, at: number): boolean {
  let isFound = false;
  state.field(closers).between(at, at, (from) => {
    isFound ||= from === at;
  });
  return isFound;
}

/** Effect of a typed character on one cursor or selection. */
interface Typing {
  readonly changes: ChangeSpec;
  readonly range: SelectionRange;
  /** Offsets of the inserted closing characters in the new text, if there were no other changes. */
  readonly added?: readonly number[];
}

/** Returns the transaction for a typed character; undefined when it is inserted as usual. */
export function typeCharacter(state: EditorState, character: string): TransactionSpec | undefined {
  const { ranges } = state.selection;
  const isWrapping = ranges.every(({ empty }) => !empty);
  if (!isWrapping && ranges.some(({ empty }) => !empty)) return undefined;
  const typings = ranges.map((range) => (isWrapping ? wrap : pair)(state, range, character));
  if (typings.every((typing) => typing === undefined)) return undefined;
  let index = 0;
  const added: number[] = [];
  const change = state.changeByRange((range) => {
    const typing = typings[index++];
    const { from, to } = range;
    added.push(...(typing?.added ?? []));
    return (
      typing ?? { changes: { from, to, insert: character }, range: EditorSelection.cursor(from + character.length) }
    );
  });
  // Offsets of several cursors shift each other; their closing characters are not stepped over.
  const isTracked = ranges.length === 1 && added.length > 0;
  const effects = isTracked ? [...added.map((at) => addCloser.of(at)), openPair.of(added[0] as number)] : [];
  return { ...change, effects, scrollIntoView: true, userEvent: 'input.type' };
}

function wrap(state: EditorState, { from, to, anchor, head }: SelectionRange, character: string): Typing | undefined {
  const close = WRAPPERS[character];
  const code = getCodeKind(state, to);
  // More backticks around inline code leave it inline code.
  const wraps = code === undefined || IN_CODE.includes(character) || (code === 'inline' && character === '`');
  if (close === undefined || !wraps) return undefined;
  return {
    changes: [
      { from, insert: character },
      { from: to, insert: close },
    ],
    range: EditorSelection.range(anchor + 1, head + 1),
  };
}

function pair(state: EditorState, { head }: SelectionRange, character: string): Typing | undefined {
  if (character === ' ') return dissolve(state, head, character);
  const waiting = countClosers(state, head, character);
  const isEmptyPair = waiting > 0 && state.field(emptyPair) === head;
  if (isEmptyPair && waiting === EMPHASIS[character]) return dissolve(state, head, character);
  if (waiting > 0 && !(isEmptyPair && character in EMPHASIS))
    return { changes: [], range: EditorSelection.cursor(head + 1) };
  const count = isEmptyPair ? 1 : countWantedClosers(state, head, character);
  if (count === 0) return undefined;
  return {
    changes: { from: head, insert: character + (CLOSERS[character] as string).repeat(count) },
    range: EditorSelection.cursor(head + 1),
    added: Array.from({ length: count }, (_, index) => head + 1 + index),
  };
}

/** Makes the marks around the cursor plain characters: a space follows them, as in `3 * 4`, or they are a line. */
function dissolve(state: EditorState, head: number, character: string): Typing | undefined {
  const before = state.sliceDoc(head - 1, head);
  const waiting = before in EMPHASIS && state.field(emptyPair) === head ? countClosers(state, head, before) : 0;
  if (waiting === 0) return undefined;
  return { changes: { from: head, to: head + waiting, insert: character }, range: EditorSelection.cursor(head + 1) };
}

const OPENS_BEHIND = /^$|[\s([{"'“‘«—–*_=]/u;
const OPENS_BEFORE = /^$|[\s)\]}"'”’».,:;!?…]/u;

/** Returns the number of closing characters to insert with a typed character. */
function countWantedClosers(state: EditorState, head: number, character: string): number {
  if (!(character in CLOSERS)) return 0;
  const code = getCodeKind(state, head);
  if (code === 'inline' || (code === 'block' && !IN_CODE.includes(character))) return 0;
  const line = state.doc.lineAt(head);
  const text = line.text.slice(0, head - line.from);
  const [before, after] = [text.slice(-1), state.sliceDoc(head, head + 1)];
  if (!OPENS_BEFORE.test(after) && !isCloser(state, head)) return 0;
  if (character === '(' || character === '[') return 1;
  if (isSecondMark(text, character)) return 2;
  if (character === '=' || before === character || !OPENS_BEHIND.test(before)) return 0;
  return character === '*' && isBeforeText(text) ? 0 : 1;
}

/** Returns true when the character doubles a mark that did not pair alone: `=`, and `*` where a list can begin. */
function isSecondMark(text: string, character: string): boolean {
  if (!text.endsWith(character) || !'=*'.includes(character)) return false;
  const outer = text.slice(0, -1);
  return character === '*' ? isBeforeText(outer) : OPENS_BEHIND.test(outer.slice(-1)) && !outer.endsWith('=');
}

/** Returns true when a line has only white space and quote marks. */
function isBeforeText(text: string): boolean {
  const { quote, indent } = parsePrefix(text);
  return text.length === quote.length + indent.length;
}

/** Deletes both characters of an empty pair. */
export const deletePair: Command = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const isPair = ({ empty, head }: SelectionRange) => empty && isEmptyPairAt(state, head);
  if (!state.selection.ranges.every(isPair)) return false;
  const change = state.changeByRange(({ head }) => ({
    changes: { from: head - 1, to: head + 1 },
    range: EditorSelection.cursor(head - 1),
  }));
  const effects = openPair.of(state.selection.main.head - 1);
  dispatch(state.update(change, { effects, scrollIntoView: true, userEvent: 'delete.backward' }));
  return true;
};

function isEmptyPairAt(state: EditorState, head: number): boolean {
  const before = state.sliceDoc(head - 1, head);
  const after = CLOSERS[before];
  if (after === undefined || state.sliceDoc(head, head + 1) !== after) return false;
  return isCloser(state, head) || (IN_CODE.includes(before) && getCodeKind(state, head) === undefined);
}

const isAndroid = /\bAndroid\b/.test(globalThis.navigator?.userAgent ?? '');

const handleInput = (view: EditorView, from: number, to: number, insert: string): boolean => {
  const { main } = view.state.selection;
  // On other systems a composition has begun before its text is known; Android composes every word.
  const isComposing = isAndroid ? view.composing : view.compositionStarted;
  if (isComposing || view.state.readOnly || insert.length !== 1 || from !== main.from || to !== main.to) return false;
  const spec = typeCharacter(view.state, insert);
  if (spec === undefined) return false;
  view.dispatch(spec);
  return true;
};

/** Pairs brackets, quotes and marks as they are typed, and wraps selections in them, while `isOn` returns true. */
export const pairs = (isOn: () => boolean): Extension => [
  closers,
  emptyPair,
  EditorView.inputHandler.of((...input) => isOn() && handleInput(input[0], input[1], input[2], input[3])),
  Prec.high(keymap.of([{ key: 'Backspace', run: (view) => isOn() && deletePair(view) }])),
];
