import type { Output } from '@notes/contract';
import { asApiError, formatError } from '../../api/api-error.js';
import { call } from '../../api/client.js';
import { go } from '../../kernel/router.js';
import { notify } from '../../ui/notices.js';
import { text } from '../texts.js';

type Unopened = Exclude<Output<'resolveLink'>['status'], 'resolved'>;

const reasons: Readonly<Record<Unopened, string>> = {
  trashed: text.targetTrashed,
  stale_target: text.targetMissing,
  foreign_database: text.targetForeign,
};

/** Opens the note that a `service://` link names, or reports why it cannot be opened. */
export async function followStableLink(uri: string, at: string | undefined): Promise<void> {
  try {
    const { status, document } = await call('resolveLink', { uri });
    if (status !== 'resolved') return notify(reasons[status]);
    if (document !== undefined) go(['n', document.document_id], at === undefined ? {} : { at });
  } catch (error) {
    notify(formatError(asApiError(error)));
  }
}
