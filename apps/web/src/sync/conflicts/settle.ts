import type { Output, RawInput } from '@notes/contract';
import { call } from '../../api/client.js';
import { ApiError } from '../../api/refusal.js';
import { noteChange } from '../../app/connection.js';
import { go } from '../../app/router.js';
import { notify } from '../../ui/notices.js';
import { text } from './texts.js';

/** What a conflict is refused by that is not any more what was shown. */
const MOVED: ReadonlySet<string> = new Set(['revision_conflict', 'conflict']);

/**
 * Settles a conflict, and goes back to those that are left.
 *
 * @returns false where it has become another meanwhile
 * @throws ApiError
 */
export async function settle(request: RawInput<'resolveConflict'>): Promise<boolean> {
  let done: Output<'resolveConflict'>;
  try {
    done = await call('resolveConflict', request);
  } catch (error) {
    if (!(error instanceof ApiError && MOVED.has(error.code))) throw error;
    notify(text.moved);
    return false;
  }
  const { document_id: id } = done.conflict;
  noteChange();
  go(['sync', 'conflicts']);
  notify(text.settled, ...(id === null ? [] : [{ label: text.openNote, run: () => go(['n', id]) }]));
  return true;
}
