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
} from '@codemirror/state';

/**
 * The editor counts every line break as one character and forgets which it was. These are remembered here: the break
 * most lines end with, which new lines get too, and those that differ.
 */
interface LineBreaks {
  readonly usual: string;
  readonly odd: RangeSet<OddBreak>;
}

class OddBreak extends RangeValue {
  // Text put in before or after a break is no part of it; a break that is deleted is forgotten.
  override startSide = 1;
  override endSide = -1;

  constructor(readonly text: string) {
    super();
  }
  override eq(other: RangeValue): boolean {
    return other instanceof OddBreak && other.text === this.text;
  }
}

const BREAK = /\r\n|\r|\n/g;

/** The line breaks of a body, at the offsets they have in the editor. */
export function lineBreaksOf(body: string): LineBreaks {
  const found = [...body.matchAll(BREAK)].map(({ 0: text, index }) => ({ text, index }));
  const usual = mostFrequent(found.map(({ text }) => text));
  const odd: Range<OddBreak>[] = [];
  let dropped = 0;
  for (const { text, index } of found) {
    const at = index - dropped;
    if (text !== usual) odd.push(new OddBreak(text).range(at, at + 1));
    dropped += text.length - 1;
  }
  return { usual, odd: RangeSet.of(odd) };
}

function mostFrequent(breaks: readonly string[]): string {
  const counts = new Map([['\n', 0]]);
  for (const text of breaks) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first, ...others] = [...counts];
  return others.reduce((best, one) => (one[1] > best[1] ? one : best), first as [string, number])[0];
}

/** A body with the breaks the editor counts with. */
export const withEditorBreaks = (body: string): string => body.replace(BREAK, '\n');

const mapped = ({ usual, odd }: LineBreaks, changes: ChangeDesc): LineBreaks => ({ usual, odd: odd.map(changes) });

/** Gives a text that replaces another its own breaks. */
export const setLineBreaks = StateEffect.define<LineBreaks>({ map: mapped });

/** Brings breaks back that were deleted. */
const bringBack = StateEffect.define<LineBreaks['odd']>({ map: (odd, changes) => odd.map(changes) });

const field = StateField.define<LineBreaks>({
  create: () => lineBreaksOf(''),
  update(value, transaction) {
    let next = transaction.docChanged && value.odd.size > 0 ? mapped(value, transaction.changes) : value;
    for (const effect of transaction.effects) {
      if (effect.is(setLineBreaks)) next = effect.value;
      if (effect.is(bringBack)) next = { ...next, odd: RangeSet.join([next.odd, effect.value]) };
    }
    return next;
  },
});

/** Undoing brings back the breaks that were deleted, or replaced with the text; those of other lines are as they are. */
const undone = invertedEffects.of((transaction) => {
  const before = transaction.startState.field(field);
  if (transaction.effects.some((effect) => effect.is(setLineBreaks))) return [setLineBreaks.of(before)];
  const lost: Range<OddBreak>[] = [];
  transaction.changes.iterChangedRanges((from, to) =>
    before.odd.between(from, to, (start, end, value) => {
      if (start >= from && end <= to) lost.push(value.range(start, end));
    }),
  );
  return lost.length === 0 ? [] : [bringBack.of(RangeSet.of(lost))];
});

export const keepLineBreaks = (body: string): Extension => [field.init(() => lineBreaksOf(body)), undone];

/** The text of the editor, or a part of it, with the line breaks it had when it was opened. */
export function bodyOf(state: EditorState, from = 0, to = state.doc.length): string {
  const { usual, odd } = state.field(field);
  const parts: string[] = [];
  let at = from;
  for (const cursor = odd.iter(from); cursor.value !== null && cursor.to <= to; cursor.next()) {
    if (cursor.from < from) continue;
    parts.push(state.doc.sliceString(at, cursor.from, usual), cursor.value.text);
    at = cursor.to;
  }
  parts.push(state.doc.sliceString(at, to, usual));
  return parts.join('');
}
