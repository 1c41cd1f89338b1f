import type { Output, RawInput } from '@notes/contract';
import { ApiError } from '../../api/api-error.js';
import { call } from '../../api/client.js';
import { refreshStatus } from '../../kernel/connection.js';
import { go } from '../../kernel/router.js';
import { notify } from '../../ui/notices.js';
import { text } from './texts.js';

/** Error codes of a conflict that changed since it was displayed. */
const CHANGED_ERRORS: ReadonlySet<string> = new Set(['revision_conflict', 'conflict']);

/**
 * Resolves a conflict, and goes back to the list.
 *
 * @returns false when the conflict changed meanwhile
 * @throws ApiError
 */
export async function resolveAndLeave(request: RawInput<'resolveConflict'>): Promise<boolean> {
  let done: Output<'resolveConflict'>;
  try {
    done = await call('resolveConflict', request);
  } catch (error) {
    if (!(error instanceof ApiError && CHANGED_ERRORS.has(error.code))) throw error;
    notify(text.conflictChanged);
    return false;
  }
  const { document_id: id } = done.conflict;
  refreshStatus();
  go(['sync', 'conflicts']);
  notify(text.conflictResolved, ...(id === null ? [] : [{ label: text.openNote, run: () => go(['n', id]) }]));
  return true;
}
