import type { ChangeSpec } from '@codemirror/state';
import { diffIndices } from 'node-diff3';
import { linesOf } from '../drafts/merge.js';
import { sharedEnds } from '../text/shared-ends.js';

/** The changes, by lines, that make one text into another; both with the breaks of the editor. */
export function changesBetween(before: string, after: string): ChangeSpec[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const { start, end } = sharedEnds([old, fresh]);
  const middle = old.slice(start, old.length - end);
  const offsets = offsetsOf(old.slice(0, start).join('').length, middle);
  return diffIndices(middle, fresh.slice(start, fresh.length - end)).map(
    ({ buffer1: [at, count], buffer2Content }) => ({
      from: offsets[at] as number,
      to: offsets[at + count] as number,
      insert: buffer2Content.join(''),
    }),
  );
}

/** Where each line begins, and where the last one ends. */
function offsetsOf(start: number, lines: readonly string[]): number[] {
  const offsets = [start];
  for (const line of lines) offsets.push((offsets.at(-1) as number) + line.length);
  return offsets;
}
