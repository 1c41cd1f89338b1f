import type { TextMatches } from '@notes/markdown-blocks';
import type { PatternTask } from './match-pattern.js';

/**
 * Below this length the engine answers faster than a worker starts. Above it the event loop must not wait for the
 * engine.
 */
const INLINE_CHARACTERS = 8 * 1024;
const DEADLINE_MS = 8_000;

/** Searches a text for a regular expression within a deadline, in a worker when the text is long. */
export async function findPattern(
  body: string,
  pattern: string,
  options: { caseSensitive: boolean; limit: number },
): Promise<TextMatches | 'bad_pattern' | 'too_slow'> {
  const task: PatternTask = { body, pattern, ...options };
  if (body.length <= INLINE_CHARACTERS) {
    const { default: matchPattern } = await import('./match-pattern.js');
    return matchPattern(task);
  }
  const { searchWorker } = await import('../../platform/workers.js');
  const module = new URL('../../../dist/notes/documents/match-pattern.js', import.meta.url);
  return searchWorker.run({ module, task, deadlineMs: DEADLINE_MS }, 'too_slow');
}
