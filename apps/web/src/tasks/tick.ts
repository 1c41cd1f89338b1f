import { ApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { findTaskBox } from '../text/task-box.js';
import { text } from './texts.js';

/**
 * Ticks or unticks a task in the current version of the note; retries once when the note changed meanwhile.
 *
 * @throws ApiError `conflict` when the task has changed or was removed
 */
export async function tick(documentId: string, task: ListedTask): Promise<void> {
  try {
    await tickOnce(documentId, task);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'revision_conflict') throw error;
    await tickOnce(documentId, task);
  }
}

async function tickOnce(documentId: string, task: ListedTask): Promise<void> {
  const { body, current_revision_id } = await call('getDocument', { document_id: documentId });
  const edit = tickEdit(body, task);
  if (edit === undefined) throw new ApiError('conflict', text.taskChanged);
  await call('editDocument', { document_id: documentId, base_revision_id: current_revision_id, edits: [edit] });
}

/** A task as listed; the note may have changed since. */
export interface ListedTask {
  readonly line: number;
  /** Text in one line, without box and marker. */
  readonly text: string;
  readonly state: 'open' | 'done';
  readonly marker: string | null;
}

export interface Edit {
  readonly search: string;
  readonly replace: string;
}

/**
 * Returns the edit that ticks or unticks only this task: the text it searches for occurs once in the body.
 *
 * @returns undefined when the task has changed or was removed
 */
export function tickEdit(body: string, task: ListedTask): Edit | undefined {
  const lines = body.split('\n');
  const index = findTaskLine(lines, task);
  if (index === undefined) return undefined;
  const ticked = flipBox(lines[index] as string);
  // Includes surrounding lines until the text is unique.
  for (let around = 0; ; around = 2 * around + 1) {
    const first = Math.max(0, index - around);
    const before = lines.slice(first, index);
    const after = lines.slice(index + 1, index + 1 + around);
    const search = [...before, lines[index], ...after].join('\n');
    if (body.indexOf(search) === body.lastIndexOf(search))
      return { search, replace: [...before, ticked, ...after].join('\n') };
  }
}

/** Returns the original line of the task, or else the only other line with the same text. */
function findTaskLine(lines: readonly string[], task: ListedTask): number | undefined {
  if (isTask(lines[task.line - 1] ?? '', task)) return task.line - 1;
  const matchingLines = lines.flatMap((line, index) => (isTask(line, task) ? [index] : []));
  return matchingLines.length === 1 ? matchingLines[0] : undefined;
}

function isTask(line: string, { text, state, marker }: ListedTask): boolean {
  const box = findTaskBox(line);
  if (box === undefined || box.isTicked !== (state === 'done')) return false;
  const taskText = box.rest.trim().replace(/\s+/g, ' ');
  return (
    taskText === text || taskText === `${text} ${marker}`.trim() || (taskText !== '' && text.startsWith(`${taskText} `))
  );
}

function flipBox(line: string): string {
  const box = findTaskBox(line);
  return box === undefined ? line : line.slice(0, box.at) + (box.isTicked ? ' ' : 'x') + line.slice(box.at + 1);
}
