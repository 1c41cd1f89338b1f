import { boxOf } from '../text/task-box.js';

/** A task as a list of tasks has it; the note may have changed since. */
export interface ListedTask {
  readonly line: number;
  /** On one line, without box and marker. */
  readonly text: string;
  readonly state: 'open' | 'done';
  readonly marker: string | null;
}

export interface Edit {
  readonly search: string;
  readonly replace: string;
}

/**
 * The edit that ticks or unticks a task, and nothing else: what it searches for is in the body once.
 *
 * @returns undefined where the task is no longer there as it was
 */
export function tickEdit(body: string, task: ListedTask): Edit | undefined {
  const lines = body.split('\n');
  const index = lineOf(lines, task);
  if (index === undefined) return undefined;
  const ticked = flipped(lines[index] as string);
  // Lines around it tell it from others of the same text.
  for (let around = 0; ; around = 2 * around + 1) {
    const first = Math.max(0, index - around);
    const before = lines.slice(first, index);
    const after = lines.slice(index + 1, index + 1 + around);
    const search = [...before, lines[index], ...after].join('\n');
    if (body.indexOf(search) === body.lastIndexOf(search))
      return { search, replace: [...before, ticked, ...after].join('\n') };
  }
}

/** Where the task was, else the only other line that says the same. */
function lineOf(lines: readonly string[], task: ListedTask): number | undefined {
  if (isTask(lines[task.line - 1] ?? '', task)) return task.line - 1;
  const places = lines.flatMap((line, index) => (isTask(line, task) ? [index] : []));
  return places.length === 1 ? places[0] : undefined;
}

function isTask(line: string, { text, state, marker }: ListedTask): boolean {
  const box = boxOf(line);
  if (box === undefined || box.isTicked !== (state === 'done')) return false;
  const said = box.rest.trim().replace(/\s+/g, ' ');
  return said === text || said === `${text} ${marker}`.trim() || (said !== '' && text.startsWith(`${said} `));
}

function flipped(line: string): string {
  const box = boxOf(line);
  return box === undefined ? line : line.slice(0, box.at) + (box.isTicked ? ' ' : 'x') + line.slice(box.at + 1);
}
