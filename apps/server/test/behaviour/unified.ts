const HUNK = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/;
const NO_NEWLINE = '\\ No newline at end of file';

/**
 * Applies a unified diff strictly: every number of a hunk's head, every context line and every removed line has to be
 * right. It is independent of the code that makes the diffs, so that it can disagree.
 */
export function applyUnified(before: string, diff: string): string {
  if (diff === '') return before;
  const [from, to, ...lines] = diff.split('\n');
  if (!from?.startsWith('--- ') || !to?.startsWith('+++ ') || lines.pop() !== '') throw new Error('no unified diff');
  const old = before.match(/[^\n]*\n|[^\n]+/g) ?? [];
  const made: string[] = [];
  let at = 0;
  for (let index = 0; index < lines.length; ) {
    const head = HUNK.exec(lines[index++] ?? '')
      ?.slice(1)
      .map(Number);
    if (head === undefined) throw new Error(`no hunk at ${index}`);
    const [oldStart, oldCount, newStart, newCount] = head as [number, number, number, number];
    const start = oldCount === 0 ? oldStart : oldStart - 1;
    made.push(...old.slice(at, start));
    if (start < at || made.length !== (newCount === 0 ? newStart : newStart - 1)) throw new Error('hunk misplaced');
    at = start;
    const ends = { old: start + oldCount, now: made.length + newCount };
    while (index < lines.length && !lines[index]?.startsWith('@@ ')) {
      const mark = lines[index]?.[0];
      const text = (lines[index++] as string).slice(1);
      const whole = lines[index] !== NO_NEWLINE;
      if (!whole) index += 1;
      const line = whole ? `${text}\n` : text;
      if (mark !== '+' && old[at++] !== line) throw new Error(`line ${at} is not ${JSON.stringify(line)}`);
      if (mark !== '-') made.push(line);
      if (mark !== '+' && mark !== '-' && mark !== ' ') throw new Error(`mark ${mark}`);
    }
    if (at !== ends.old || made.length !== ends.now) throw new Error('hunk miscounted');
  }
  return [...made, ...old.slice(at)].join('');
}
