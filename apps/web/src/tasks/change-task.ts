import { ApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { findTaskBox } from '../text/task-box.js';
import { text } from './texts.js';

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

/** Returns the new source of a task. The source is its lines, from its list mark on; breaks are those of the note. */
export type Rewrite = (source: string, lineBreak: string) => string;

/**
 * Changes a task in the current version of its note; retries once when the note changed meanwhile.
 *
 * @returns a function that reverts the change
 * @throws ApiError `conflict` when the task has changed or was removed
 */
export async function changeTask(
  documentId: string,
  task: ListedTask,
  rewrite: Rewrite,
): Promise<() => Promise<unknown>> {
  const edit = await editBody(documentId, (body) => taskEdit(body, task, rewrite));
  return () => editBody(documentId, (body) => revertEdit(body, edit));
}

/** Edits the current body of a note; retries once when the note changed meanwhile. */
async function editBody(documentId: string, makeEdit: (body: string) => Edit | undefined): Promise<Edit> {
  const editOnce = async () => {
    const { body, current_revision_id } = await call('getDocument', { document_id: documentId });
    const edit = makeEdit(body);
    if (edit === undefined) throw new ApiError('conflict', text.taskChanged);
    if (edit.search === edit.replace) return edit;
    await call('editDocument', { document_id: documentId, base_revision_id: current_revision_id, edits: [edit] });
    return edit;
  };
  try {
    return await editOnce();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'revision_conflict') throw error;
    return editOnce();
  }
}

function revertEdit(body: string, { search, replace }: Edit): Edit | undefined {
  const isUnique = body.includes(replace) && body.indexOf(replace) === body.lastIndexOf(replace);
  return isUnique ? { search: replace, replace: search } : undefined;
}

/**
 * Returns the edit that rewrites only this task: the text it searches for occurs once in the body.
 *
 * @returns undefined when the task has changed or was removed
 */
export function taskEdit(body: string, task: ListedTask, rewrite: Rewrite): Edit | undefined {
  const lines = body.split('\n');
  const first = findTaskLine(lines, task);
  if (first === undefined) return undefined;
  const last = findLastLine(lines, first, task);
  const source = lines.slice(first, last + 1).join('\n');
  const lineBreak = body.includes('\r\n') && !source.endsWith('\r') ? '\r\n' : '\n';
  const rewritten = rewrite(source, lineBreak);
  // Includes surrounding lines until the text is unique.
  for (let around = 0; ; around = 2 * around + 1) {
    const before = lines.slice(Math.max(0, first - around), first);
    const after = lines.slice(last + 1, last + 1 + around);
    const search = [...before, source, ...after].join('\n');
    if (body.indexOf(search) === body.lastIndexOf(search))
      return { search, replace: [...before, rewritten, ...after].join('\n') };
  }
}

/** Returns the original line of the task, or else the only other line with the same text. */
function findTaskLine(lines: readonly string[], task: ListedTask): number | undefined {
  if (isTask(lines[task.line - 1] ?? '', task)) return task.line - 1;
  const matchingLines = lines.flatMap((line, index) => (isTask(line, task) ? [index] : []));
  return matchingLines.length === 1 ? matchingLines[0] : undefined;
}

function isTask(line: string, task: ListedTask): boolean {
  const box = findTaskBox(line);
  if (box === undefined || box.isTicked !== (task.state === 'done')) return false;
  const taskText = collapse(box.rest);
  return isWhole(taskText, task) || (taskText !== '' && task.text.startsWith(`${taskText} `));
}

const collapse = (source: string): string => source.trim().replace(/\s+/g, ' ');

const isWhole = (taskText: string, { text, marker }: ListedTask): boolean =>
  taskText === text || taskText === `${text} ${marker}`.trim();

/** Returns the last line of the task's text: the first one for a text that continues in an unknown way. */
function findLastLine(lines: readonly string[], first: number, task: ListedTask): number {
  let taskText = collapse(findTaskBox(lines[first] as string)?.rest ?? '');
  for (let last = first; last < lines.length; last += 1) {
    if (last > first) taskText = collapse(`${taskText} ${lines[last]}`);
    if (isWhole(taskText, task)) return last;
    if (!task.text.startsWith(taskText)) break;
  }
  return first;
}
