import { matchLines } from './match-lines.js';

/** Reason why two texts were not merged. */
export type MergeFailure = 'conflict' | 'too_large';
/** Result of a three-way merge. */
export type MergeResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: MergeFailure };

/** Returns the value of the side that changed; null when both sides changed it differently. */
export function mergeScalar<Value>(base: Value, ours: Value, theirs: Value): { readonly value: Value } | null {
  if (ours === theirs || theirs === base) return { value: ours };
  return ours === base ? { value: theirs } : null;
}

/**
 * Merges two texts with a common base, line by line. A run of lines between two unchanged lines comes from the side
 * that changed it. Two different changes of one run are a conflict; characters within a line are never mixed. Lines end
 * in LF; a CR is a character of its line. Swapping `ours` and `theirs` does not change the result.
 */
export function mergeText(base: string, ours: string, theirs: string): MergeResult {
  const whole = mergeScalar(base, ours, theirs);
  if (whole !== null) return { ok: true, text: whole.value };
  const lines = [base, ours, theirs].map((text) => text.split('\n')) as [string[], string[], string[]];
  const numbers = numberLines(lines);
  const inOurs = matchLines(numbers[0], numbers[1]);
  const inTheirs = matchLines(numbers[0], numbers[2]);
  if (inOurs === null || inTheirs === null) return { ok: false, problem: 'too_large' };
  const merged = mergeRuns(lines, numbers, inOurs, inTheirs);
  return merged === null ? { ok: false, problem: 'conflict' } : { ok: true, text: merged.join('\n') };
}

type Three<Item> = readonly [base: Item, ours: Item, theirs: Item];

/** Gives equal lines equal numbers. */
function numberLines(texts: Three<readonly string[]>): Three<Uint32Array> {
  const numbers = new Map<string, number>();
  const assignNumber = (line: string) => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return texts.map((lines) => Uint32Array.from(lines, assignNumber)) as unknown as Three<Uint32Array>;
}

/** Merges the lines; null for a conflict. */
function mergeRuns(
  lines: Three<readonly string[]>,
  numbers: Three<Uint32Array>,
  inOurs: Int32Array,
  inTheirs: Int32Array,
): string[] | null {
  const merged: string[] = [];
  let from: Three<number> = [0, 0, 0];
  for (let at = 0; at <= inOurs.length; at += 1) {
    const isEnd = at === inOurs.length;
    const ours = isEnd ? lines[1].length : (inOurs[at] as number);
    const theirs = isEnd ? lines[2].length : (inTheirs[at] as number);
    if (ours === -1 || theirs === -1) continue;
    const to: Three<number> = [at, ours, theirs];
    const side = pickSide(numbers.map((all, i) => all.subarray(from[i], to[i])) as unknown as Three<Uint32Array>);
    if (side === null) return null;
    const text = lines[side] as readonly string[];
    for (let line = from[side] as number; line < (to[side] as number); line += 1) merged.push(text[line] as string);
    if (!isEnd) merged.push(lines[0][at] as string);
    from = [at + 1, ours + 1, theirs + 1];
  }
  return merged;
}

/** Chooses the text that a run is taken from; null for a conflict. */
function pickSide([base, ours, theirs]: Three<Uint32Array>): 1 | 2 | null {
  if (areEqual(ours, theirs) || areEqual(base, theirs)) return 1;
  return areEqual(base, ours) ? 2 : null;
}

const areEqual = (a: Uint32Array, b: Uint32Array) => a.length === b.length && a.every((line, i) => line === b[i]);
