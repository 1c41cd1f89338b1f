import { renderPage, type SafeNode } from '@notes/markdown-view';
import type { RenderTask } from './render-task.js';

/** Laid out in some ten milliseconds. */
const INLINE_CHARACTERS = 32 * 1024;
const DEADLINE_MS = 5_000;

/** A note as nodes, a long one made in a worker; undefined when it cannot be laid out, or not in time. */
export async function layOut(body: string): Promise<readonly SafeNode[] | undefined> {
  if (body.length <= INLINE_CHARACTERS) return layOutAtOnce(body);
  const { parsing } = await import('../workers.js');
  const module = new URL('../../dist/site/render-task.js', import.meta.url);
  const task: RenderTask = { body };
  return parsing.run<readonly SafeNode[] | undefined, undefined>({ module, task, deadlineMs: DEADLINE_MS }, undefined);
}

/** Marks may nest deeper than the stack. */
export function layOutAtOnce(body: string): readonly SafeNode[] | undefined {
  try {
    return renderPage(body);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
