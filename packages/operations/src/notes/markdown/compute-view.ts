import { MissingFileError } from '../../platform/service-error.js';
import type { LookTask } from './look-task.js';
import { type Markdown, parseView, type View, type ViewName } from './views.js';

/**
 * Longest body parsed on the calling thread, in UTF-16 code units. Parsing takes about three milliseconds; longer
 * bodies would block the event loop.
 */
const INLINE_CHARACTERS = 64 * 1024;
const DEADLINE_MS = 5_000;

/** Returns true for a body that must be parsed in a worker. */
export const isLong = (body: string) => body.length > INLINE_CHARACTERS;

/**
 * Computes a view of a body, in a worker when the body is long.
 *
 * @returns the view, or `otherwise` when parsing fails or exceeds its time limit
 * @throws MissingFileError when the worker was replaced by an upgrade: the stored note would lose its links and tasks
 */
export async function computeView<Name extends ViewName, Otherwise>(
  view: Name,
  markdown: Markdown,
  otherwise: Otherwise,
): Promise<View<Name> | Otherwise> {
  if (!isLong(markdown.body)) return computeViewHere(view, markdown, otherwise);
  const { parseWorker } = await import('../../platform/workers.js');
  const task: LookTask = { view, ...markdown };
  const module = new URL('../../../dist/notes/markdown/look-task.js', import.meta.url);
  try {
    return await parseWorker.run<View<Name>, Otherwise>({ module, task, deadlineMs: DEADLINE_MS }, otherwise);
  } catch (error) {
    if (error instanceof MissingFileError) throw error;
    return warnAndReturn(error, otherwise);
  }
}

/**
 * Computes a view of a body on this thread, whatever its length.
 *
 * @returns the view, or `otherwise` when parsing fails
 */
export function computeViewHere<Name extends ViewName, Otherwise>(
  view: Name,
  markdown: Markdown,
  otherwise: Otherwise,
): View<Name> | Otherwise {
  try {
    return parseView(view, markdown);
  } catch (error) {
    return warnAndReturn(error, otherwise);
  }
}

/** Emits a parser error as a process warning, so that it does not block access to the note. */
function warnAndReturn<Otherwise>(error: unknown, otherwise: Otherwise): Otherwise {
  process.emitWarning(error instanceof Error ? error : String(error));
  return otherwise;
}
