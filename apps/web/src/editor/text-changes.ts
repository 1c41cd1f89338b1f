import { ChangeSet, Text } from '@codemirror/state';
import { diffIndices } from 'node-diff3';
import { splitLines } from '../drafts/merge.js';
import type { TextEdit } from '../drafts/tail.js';
import { sharedEnds } from '../text/shared-ends.js';
import { withEditorBreaks } from './line-breaks.js';

export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Length in characters above which changed lines are not compared by character: the cost is quadratic. */
const MAX_COMPARED_CHARACTERS = 400;

/**
 * Returns the changes that turn one text into another; both with the line breaks of the editor. Changes are minimal
 * within changed lines, so that a cursor in these keeps its position.
 */
export function changesBetween(before: string, after: string): Change[] {
  return comparePieces(splitLines(before), splitLines(after), 0).flatMap(({ from, to, insert }) =>
    comparePieces([...before.slice(from, to)], [...insert], from, MAX_COMPARED_CHARACTERS),
  );
}

/** Returns the current offset of a line of an earlier body; undefined when the line was deleted or changed. */
export function lineAfter(body: string, number: number, now: Text): number | undefined {
  const before = Text.of(withEditorBreaks(body).split('\n'));
  if (number > before.lines) return undefined;
  const { from, text } = before.line(number);
  const changes = ChangeSet.of(changesBetween(before.toString(), now.toString()), before.length);
  const line = now.lineAt(changes.mapPos(from, 1));
  return line.text === text ? line.from : undefined;
}

/**
 * Compares texts in pieces, the first of which is at `at`. With more than `limit` differing pieces, returns one change.
 */
function comparePieces(old: readonly string[], next: readonly string[], at: number, limit = Infinity): Change[] {
  const { start, end } = sharedEnds([old, next]);
  const [before, after] = [old.slice(start, old.length - end), next.slice(start, next.length - end)];
  const offsets = getOffsets(at + old.slice(0, start).join('').length, before);
  if (Math.max(before.length, after.length) > limit) {
    return [{ from: offsets[0] as number, to: offsets.at(-1) as number, insert: after.join('') }];
  }
  return diffIndices(before, after).map(({ buffer1: [first, count], buffer2Content }) => ({
    from: offsets[first] as number,
    to: offsets[first + count] as number,
    insert: buffer2Content.join(''),
  }));
}

/** Returns the start of each piece, and the end of the last. */
function getOffsets(start: number, pieces: readonly string[]): number[] {
  const offsets = [start];
  for (const piece of pieces) offsets.push((offsets.at(-1) as number) + piece.length);
  return offsets;
}

/** Returns the replacements of a change set, each relative to the result of the previous one. */
export function toEdits(changes: ChangeSet): TextEdit[] {
  const edits: TextEdit[] = [];
  changes.iterChanges((fromBefore, toBefore, from, _, inserted) => {
    edits.push({ from, to: from + toBefore - fromBefore, insert: inserted.toString() });
  });
  return edits;
}
