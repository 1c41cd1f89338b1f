import { diffIndices } from 'node-diff3';

/** A line of one of two texts. */
export interface Side {
  /** Line number, 1-based. */
  readonly line: number;
  readonly text: string;
}
/** Lines shown side by side: equal, or one replacing the other. */
export interface Row {
  readonly equal: boolean;
  readonly before?: Side;
  readonly after?: Side;
}
/** Displayed rows, and the number of equal rows left out before them. */
export interface Hunk {
  readonly skipped: number;
  readonly rows: readonly Row[];
}

/** Equal lines shown around a change. */
const CONTEXT = 3;

interface Change {
  readonly buffer1: readonly [start: number, length: number];
  readonly buffer2: readonly [start: number, length: number];
}

/**
 * Compares two texts line by line. With `ignoreBlanks`, lines that differ only in white space are equal. Slow when many
 * lines repeat, so it runs in a worker.
 */
export function diffLines(before: string, after: string, ignoreBlanks: boolean): Hunk[] {
  return groupHunks(alignRows(lines(before), lines(after), ignoreBlanks));
}

/** Returns the lines of a text; an empty text has none. */
const lines = (text: string) => (text === '' ? [] : text.split(/\r\n?|\n/));
const withoutBlanks = (line: string) => line.replace(/\s+/g, ' ').trim();

function alignRows(before: readonly string[], after: readonly string[], ignoreBlanks: boolean): Row[] {
  const toComparable = (side: readonly string[]) => (ignoreBlanks ? side.map(withoutBlanks) : [...side]);
  const changes: readonly Change[] = diffIndices(toComparable(before), toComparable(after)) as never;
  const rows: Row[] = [];
  let at = 0;
  let other = 0;
  const side = (text: readonly string[], index: number): Side => ({ line: index + 1, text: text[index] ?? '' });
  const addEqual = (end: number) => {
    for (; at < end; at += 1, other += 1)
      rows.push({ equal: true, before: side(before, at), after: side(after, other) });
  };
  for (const { buffer1, buffer2 } of changes) {
    addEqual(buffer1[0]);
    for (let index = 0; index < Math.max(buffer1[1], buffer2[1]); index += 1)
      rows.push({
        equal: false,
        ...(index < buffer1[1] && { before: side(before, at + index) }),
        ...(index < buffer2[1] && { after: side(after, other + index) }),
      });
    at += buffer1[1];
    other += buffer2[1];
  }
  addEqual(before.length);
  return rows;
}

function groupHunks(rows: readonly Row[]): Hunk[] {
  const hunks: { skipped: number; rows: Row[] }[] = [];
  /** Index behind the last displayed row. */
  let end = 0;
  rows.forEach(({ equal }, index) => {
    if (equal) return;
    const from = Math.max(end, index - CONTEXT);
    const newEnd = Math.max(end, Math.min(rows.length, index + 1 + CONTEXT));
    if (from > end || hunks.length === 0) hunks.push({ skipped: from - end, rows: [] });
    hunks.at(-1)?.rows.push(...rows.slice(from, newEnd));
    end = newEnd;
  });
  return hunks;
}
