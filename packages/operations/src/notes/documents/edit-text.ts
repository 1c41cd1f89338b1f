import { type Input, textLimits } from '@notes/contract';
import { applyEdits, type EditResult, type TextEdit } from '@notes/markdown-blocks';
import { getWritableText } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import type { EditTask } from './edit-task.js';

/** Character budget of all edits together on this thread: 15 ms when every character is replaced. */
const INLINE_CHARACTERS = 512 * 1024;
const DEADLINE_MS = 8_000;

export type EditedText = Pick<Extract<EditResult, { ok: true }>, 'text' | 'outcomes'>;

/**
 * Applies edits to the current text of a note without writing the result: on this thread when that is quick, otherwise
 * in a worker with a deadline.
 *
 * @throws ServiceError as `getWritableText` does
 */
export async function editText(context: Context, input: Input<'editDocument'>): Promise<EditResult | 'too_slow'> {
  const edits = input.edits.map(({ search, replace, replace_all }) => ({ search, replace, replaceAll: replace_all }));
  const body = () => context.library.store.read((reader) => getWritableText(reader, context, input).body);
  const made = editInline(body(), edits);
  if (made !== undefined) return made;
  const { editWorker } = await import('../../platform/workers.js');
  const module = new URL('../../../dist/notes/documents/edit-task.js', import.meta.url);
  const task = (): EditTask => ({ body: body(), edits, maxBytes: textLimits.body });
  return editWorker.run({ module, task, deadlineMs: DEADLINE_MS, signal: context.signal }, 'too_slow');
}

/** Returns undefined when the text, before or after the edits, is too long for so many edits. */
function editInline(body: string, edits: readonly TextEdit[]): EditResult | undefined {
  const written = edits.reduce((sum, { search, replace }) => sum + search.length + replace.length, 0);
  const share = (INLINE_CHARACTERS - written) / edits.length;
  if (body.length > share) return undefined;
  const result = applyEdits(body, edits, { maxBytes: share });
  return result.ok || result.reason !== 'too_large' ? result : undefined;
}
