import type { SafeNode } from '@notes/markdown-view';
import { renderNoteHere } from './render-note-here.js';
import type { RenderTask } from './render-task.js';

/** Longest body rendered on the calling thread, in UTF-16 code units. Rendering takes about ten milliseconds. */
const INLINE_CHARACTERS = 32 * 1024;
const DEADLINE_MS = 5_000;

/** Renders a note as nodes, in a worker when it is long; undefined when that fails or exceeds its time limit. */
export async function renderNote(body: string): Promise<readonly SafeNode[] | undefined> {
  if (body.length <= INLINE_CHARACTERS) return renderNoteHere(body);
  const { parseWorker } = await import('../../platform/workers.js');
  const module = new URL('../../../dist/exchange/site/render-task.js', import.meta.url);
  const task: RenderTask = { body };
  return parseWorker.run<readonly SafeNode[] | undefined, undefined>(
    { module, task, deadlineMs: DEADLINE_MS },
    undefined,
  );
}
