import { ChangeSet, Text } from '@codemirror/state';
import { diffIndices } from 'node-diff3';
import { linesOf } from '../drafts/merge.js';
import { sharedEnds } from '../text/shared-ends.js';
import { withEditorBreaks } from './line-breaks.js';

interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Changed lines with more characters are not compared within: it costs the square of these. */
const MOST_CHARACTERS = 400;

/**
 * The changes that make one text into another; both with the breaks of the editor. They are as small as can be within
 * the lines that changed: a cursor in these stays where it is.
 */
export function changesBetween(before: string, after: string): Change[] {
  return changesOf(linesOf(before), linesOf(after), 0).flatMap(({ from, to, insert }) =>
    changesOf([...before.slice(from, to)], [...insert], from, MOST_CHARACTERS),
  );
}

/** Where a line of a body as it was begins now; undefined where it is gone or is another. */
export function lineAfter(body: string, number: number, now: Text): number | undefined {
  const before = Text.of(withEditorBreaks(body).split('\n'));
  if (number > before.lines) return undefined;
  const { from, text } = before.line(number);
  const changes = ChangeSet.of(changesBetween(before.toString(), now.toString()), before.length);
  const line = now.lineAt(changes.mapPos(from, 1));
  return line.text === text ? line.from : undefined;
}

/** The same of texts in pieces, the first of which is at `at`; what differs in more pieces than `most` is one change. */
function changesOf(old: readonly string[], fresh: readonly string[], at: number, most = Infinity): Change[] {
  const { start, end } = sharedEnds([old, fresh]);
  const [before, after] = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)];
  const offsets = offsetsOf(at + old.slice(0, start).join('').length, before);
  if (Math.max(before.length, after.length) > most) {
    return [{ from: offsets[0] as number, to: offsets.at(-1) as number, insert: after.join('') }];
  }
  return diffIndices(before, after).map(({ buffer1: [first, count], buffer2Content }) => ({
    from: offsets[first] as number,
    to: offsets[first + count] as number,
    insert: buffer2Content.join(''),
  }));
}

/** Where each piece begins, and where the last one ends. */
function offsetsOf(start: number, pieces: readonly string[]): number[] {
  const offsets = [start];
  for (const piece of pieces) offsets.push((offsets.at(-1) as number) + piece.length);
  return offsets;
}
