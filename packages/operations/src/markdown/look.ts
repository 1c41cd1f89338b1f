import type { LookTask } from './look-task.js';
import { look, type Markdown, type View, type ViewName } from './views.js';

/** Read in some three milliseconds; what is longer must not hold the event loop. */
const INLINE_CHARACTERS = 64 * 1024;
const DEADLINE_MS = 5_000;

export const isLong = (body: string) => body.length > INLINE_CHARACTERS;

/** Asks something of a body, a long one in a worker. Answers `otherwise` when it cannot be told in time. */
export async function lookAt<Name extends ViewName, Otherwise>(
  view: Name,
  markdown: Markdown,
  otherwise: Otherwise,
): Promise<View<Name> | Otherwise> {
  if (!isLong(markdown.body)) return lookAtOnce(view, markdown, otherwise);
  const { parsing } = await import('../workers.js');
  const task: LookTask = { view, ...markdown };
  const module = new URL('../../dist/markdown/look-task.js', import.meta.url);
  try {
    return await parsing.run<View<Name>, Otherwise>({ module, task, deadlineMs: DEADLINE_MS }, otherwise);
  } catch (error) {
    return told(error, otherwise);
  }
}

/** The same on this thread, whatever the length. */
export function lookAtOnce<Name extends ViewName, Otherwise>(
  view: Name,
  markdown: Markdown,
  otherwise: Otherwise,
): View<Name> | Otherwise {
  try {
    return look(view, markdown);
  } catch (error) {
    return told(error, otherwise);
  }
}

/** A fault in the reading of a note keeps nobody from the note. */
function told<Otherwise>(error: unknown, otherwise: Otherwise): Otherwise {
  process.emitWarning(error instanceof Error ? error : String(error));
  return otherwise;
}
