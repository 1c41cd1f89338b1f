import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

const LF = 10;
/** Number of unchanged lines shown around a change. */
const CONTEXT = 3;
/** Cost limits of a line-by-line comparison. Beyond them the whole changed part is shown as replaced. */
const EXACT = { units: 512 * 1024, edits: 2_000, milliseconds: 300 } as const;

/** Names of both texts in the head of a diff. */
interface DiffNames {
  readonly before: string;
  readonly after: string;
}

/**
 * Returns a unified diff from `before` to `after`; empty when they are equal. `patch` always applies the diff. Beyond
 * the bounds of {@link EXACT} the diff is less exact, and its time stays linear in the texts.
 */
export function unifiedDiff(
  before: string,
  after: string,
  names: DiffNames = { before: 'stored', after: 'edited' },
): string {
  if (before === after) return '';
  const { from, rest, line } = findChangedPart(before, after);
  const old = before.slice(from, before.length - rest);
  const now = after.slice(from, after.length - rest);
  return (
    computeExactDiff(old, now, line, names) ??
    `--- ${names.before}\n+++ ${names.after}\n${formatReplacement(old, now, line)}`
  );
}

function computeExactDiff(old: string, now: string, offset: number, names: DiffNames): string | undefined {
  if (old.length + now.length > EXACT.units) return undefined;
  const options = { context: CONTEXT, maxEditLength: EXACT.edits, timeout: EXACT.milliseconds };
  const patch = structuredPatch(names.before, names.after, old, now, undefined, undefined, options);
  if (patch === undefined) return undefined;
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + offset,
    newStart: hunk.newStart + offset,
  }));
  return formatPatch({ ...patch, hunks }, FILE_HEADERS_ONLY);
}

/** Returns one hunk that removes every old line and adds every new line. */
function formatReplacement(old: string, now: string, offset: number): string {
  const range = (text: string) => {
    const count = countLineFeeds(text, text.length) + (text === '' || text.endsWith('\n') ? 0 : 1);
    return `${count === 0 ? offset : offset + 1},${count}`;
  };
  return `@@ -${range(old)} +${range(now)} @@\n${prefixLines('-', old)}${prefixLines('+', now)}`;
}

function prefixLines(mark: '-' | '+', text: string): string {
  if (text === '') return '';
  const whole = text.endsWith('\n');
  const lines = mark + (whole ? text.slice(0, -1) : text).split('\n').join(`\n${mark}`);
  return `${lines}\n${whole ? '' : '\\ No newline at end of file\n'}`;
}

/**
 * Finds the lines that differ, with context. They start at `from` in both texts, after `line` lines, and end `rest`
 * units before the end of both.
 */
function findChangedPart(before: string, after: string): { from: number; rest: number; line: number } {
  const shortest = Math.min(before.length, after.length);
  let head = 0;
  while (head < shortest && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  const [oldEnd, newEnd] = [before.length - 1, after.length - 1];
  while (tail < shortest - head && before.charCodeAt(oldEnd - tail) === after.charCodeAt(newEnd - tail)) tail += 1;
  const from = findStartLinesBack(before, head, CONTEXT);
  const to = findEndLinesOn(before, before.length - tail, CONTEXT);
  return { from, rest: before.length - to, line: countLineFeeds(before, from) };
}

/** Returns the start of the line `count` lines before the line that holds `offset`. */
function findStartLinesBack(text: string, offset: number, count: number): number {
  let at = offset;
  for (let line = 0; line <= count; line += 1) {
    const before = line === 0 ? at - 1 : at - 2;
    at = before < 0 ? 0 : text.lastIndexOf('\n', before) + 1;
  }
  return at;
}

/** Returns the end of the line `count` lines after the line that holds `offset`. */
function findEndLinesOn(text: string, offset: number, count: number): number {
  let at = offset;
  for (let line = 0; line <= count; line += 1) {
    const feed = text.indexOf('\n', at);
    if (feed === -1) return text.length;
    at = feed + 1;
  }
  return at;
}

function countLineFeeds(text: string, end: number): number {
  let count = 0;
  for (let at = 0; at < end; at += 1) if (text.charCodeAt(at) === LF) count += 1;
  return count;
}
