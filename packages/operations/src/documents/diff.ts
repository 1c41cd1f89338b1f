import { formatPatch, structuredPatch } from 'diff';

const CONTEXT = 3;
/** Beyond this many changed lines the changed part is shown as replaced whole: an exact diff would cost its square. */
const MAX_EDIT_LENGTH = 2_000;

/** A unified diff with three lines of context; empty when the texts are equal. Linear in what did not change. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return '';
  const old = lines(before);
  const now = lines(after);
  const shortest = Math.min(old.length, now.length);
  let head = 0;
  while (head < shortest && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const start = Math.max(0, head - CONTEXT);
  const rest = Math.max(0, tail - CONTEXT);
  return patch(old.slice(start, old.length - rest), now.slice(start, now.length - rest), start);
}

function patch(old: string[], now: string[], offset: number): string {
  const options = { context: CONTEXT, maxEditLength: MAX_EDIT_LENGTH };
  const found = structuredPatch('stored', 'edited', old.join(''), now.join(''), undefined, undefined, options);
  const hunks = found?.hunks ?? [
    {
      oldStart: 1,
      oldLines: old.length,
      newStart: 1,
      newLines: now.length,
      lines: [...old.map((line) => `-${chomp(line)}`), ...now.map((line) => `+${chomp(line)}`)],
    },
  ];
  return formatPatch({
    oldFileName: 'stored',
    newFileName: 'edited',
    oldHeader: undefined,
    newHeader: undefined,
    hunks: hunks.map((hunk) => ({ ...hunk, oldStart: hunk.oldStart + offset, newStart: hunk.newStart + offset })),
  });
}

const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
const chomp = (line: string): string => line.replace(/\n$/, '');
