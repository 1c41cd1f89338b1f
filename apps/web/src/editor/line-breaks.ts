import { invertedEffects } from '@codemirror/commands';
import {
  type ChangeDesc,
  type EditorState,
  type Extension,
  type Range,
  RangeSet,
  RangeValue,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state';

/**
 * Line breaks of a body. The editor counts each as one character and does not keep its kind. Stored are the most common
 * break, which new lines get too, and the exceptions.
 */
interface LineBreaks {
  readonly mostCommon: string;
  readonly exceptions: RangeSet<ExceptionalBreak>;
}

class ExceptionalBreak extends RangeValue {
  // Text inserted next to a break is not part of it; a deleted break is dropped.
  override startSide = 1;
  override endSide = -1;

  constructor(readonly text: string) {
    super();
  }
  override eq(other: RangeValue): boolean {
    return other instanceof ExceptionalBreak && other.text === this.text;
  }
}

const BREAK = /\r\n|\r|\n/g;

/** Finds the line breaks of a body, at their offsets in the editor. */
export function findLineBreaks(body: string): LineBreaks {
  if (!body.includes('\r')) return { mostCommon: '\n', exceptions: RangeSet.empty };
  const found = [...body.matchAll(BREAK)].map(({ 0: text, index }) => ({ text, index }));
  const mostCommon = mostFrequent(found.map(({ text }) => text));
  const exceptions: Range<ExceptionalBreak>[] = [];
  let dropped = 0;
  for (const { text, index } of found) {
    const at = index - dropped;
    if (text !== mostCommon) exceptions.push(new ExceptionalBreak(text).range(at, at + 1));
    dropped += text.length - 1;
  }
  return { mostCommon, exceptions: RangeSet.of(exceptions) };
}

function mostFrequent(breaks: readonly string[]): string {
  const counts = new Map([['\n', 0]]);
  for (const text of breaks) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first, ...others] = [...counts];
  return others.reduce((best, one) => (one[1] > best[1] ? one : best), first as [string, number])[0];
}

/** Converts line breaks to those of the editor. */
export const withEditorBreaks = (body: string): string => body.replace(BREAK, '\n');

/** Maps breaks through changes. A replaced break is dropped: if mapped, it would apply to the new text. */
function mapBreaks({ mostCommon, exceptions }: LineBreaks, changes: ChangeDesc): LineBreaks {
  const replaced: [from: number, to: number][] = [];
  changes.iterChangedRanges((from, to) => void (to > from && replaced.push([from, to])));
  const [first, last] = [replaced[0], replaced.at(-1)];
  if (first === undefined || last === undefined) return { mostCommon, exceptions: exceptions.map(changes) };
  const isUntouched = (from: number, to: number) => !replaced.some(([start, end]) => start <= from && to <= end);
  const untouched = exceptions.update({ filter: isUntouched, filterFrom: first[0], filterTo: last[1] });
  return { mostCommon, exceptions: untouched.map(changes) };
}

/** Sets the line breaks of a text that replaces another. */
export const setLineBreaks = StateEffect.define<LineBreaks>({ map: mapBreaks });

/** Restores deleted breaks. */
const restoreExceptions = StateEffect.define<LineBreaks['exceptions']>({
  map: (exceptions, changes) => exceptions.map(changes),
});

const field = StateField.define<LineBreaks>({
  create: () => findLineBreaks(''),
  update(value, transaction) {
    let next = transaction.docChanged && value.exceptions.size > 0 ? mapBreaks(value, transaction.changes) : value;
    for (const effect of transaction.effects) {
      if (effect.is(setLineBreaks)) next = effect.value;
      if (effect.is(restoreExceptions)) next = { ...next, exceptions: RangeSet.join([next.exceptions, effect.value]) };
    }
    return next;
  },
});

/** Makes undo restore the breaks that were deleted or replaced with the text; other lines keep theirs. */
const invertBreaks = invertedEffects.of((transaction) => {
  const before = transaction.startState.field(field);
  if (transaction.effects.some((effect) => effect.is(setLineBreaks))) return [setLineBreaks.of(before)];
  const removed: Range<ExceptionalBreak>[] = [];
  transaction.changes.iterChangedRanges((from, to) =>
    before.exceptions.between(from, to, (start, end, value) => {
      if (start >= from && end <= to) removed.push(value.range(start, end));
    }),
  );
  return removed.length === 0 ? [] : [restoreExceptions.of(RangeSet.of(removed))];
});

/** Returns the line break for new lines of a body. */
export const usualLineBreak = (state: EditorState): string => state.field(field).mostCommon;

/** Returns true when a transaction sets line breaks that its changes do not contain. */
export const changesLineBreaks = ({ effects }: Transaction): boolean =>
  effects.some((effect) => effect.is(setLineBreaks) || effect.is(restoreExceptions));

/** Extension that keeps the original line breaks of a body, also through undo. */
export const keepLineBreaks = (body: string): Extension => [
  field.init(({ doc }) => {
    const breaks = findLineBreaks(body);
    bodies.set(doc, { breaks, body });
    return breaks;
  }),
  invertBreaks,
];

/** Latest body made of a text: joining many lines takes long, and several parts of the page read the body. */
const bodies = new WeakMap<Text, { readonly breaks: LineBreaks; readonly body: string }>();

/** Returns the text of the editor, or a part of it, with its original line breaks. */
export function getBody(state: EditorState, from = 0, to = state.doc.length): string {
  const breaks = state.field(field);
  if (from > 0 || to < state.doc.length) return joinLines(state.doc, breaks, { from, to });
  const known = bodies.get(state.doc);
  if (known?.breaks === breaks) return known.body;
  const body = joinLines(state.doc, breaks, { from, to });
  bodies.set(state.doc, { breaks, body });
  return body;
}

function joinLines(
  doc: Text,
  { mostCommon, exceptions }: LineBreaks,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  const parts: string[] = [];
  let at = from;
  for (const cursor = exceptions.iter(from); cursor.value !== null && cursor.to <= to; cursor.next()) {
    if (cursor.from < from) continue;
    parts.push(doc.sliceString(at, cursor.from, mostCommon), cursor.value.text);
    at = cursor.to;
  }
  parts.push(doc.sliceString(at, to, mostCommon));
  return parts.join('');
}

/** Converts UTF-8 byte offsets in a body to offsets in the editor. Each must be at the start of a character. */
export function offsetsOfBytes(body: string, bytes: readonly number[]): ReadonlyMap<number, number> {
  const encoded = new TextEncoder().encode(body);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const offsets = new Map<number, number>();
  let [byte, offset] = [0, 0];
  for (const next of [...new Set(bytes)].sort((one, other) => one - other)) {
    offset += withEditorBreaks(decoder.decode(encoded.subarray(byte, next))).length;
    byte = next;
    offsets.set(byte, offset);
  }
  return offsets;
}
