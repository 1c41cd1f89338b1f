import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { online } from '../app/connection.js';
import { useNotebooks } from '../app/library.js';
import { go } from '../app/router.js';
import { notebookById } from '../organise/notebooks.js';
import { longDate } from '../text/dates.js';
import { notify } from '../ui/notices.js';
import { Refusal } from '../ui/refusal.js';
import { useAction } from '../ui/use-action.js';
import { PurgeDialog } from './purge-dialog.js';

type Document = Pick<Output<'getDocument'>, 'id' | 'title' | 'deleted_at'>;

/** Above a note in Trash: since when it is there, and the two ways out. */
export function TrashBanner({ document }: { readonly document: Document }) {
  const [isPurging, setPurging] = useState(false);
  const notebooks = useNotebooks().value ?? [];
  const { isRunning, error, run } = useAction();
  const restore = () =>
    run(async () => {
      const { id, notebook_id } = await call('restoreDocument', { document_id: document.id });
      notify(`Restored to “${notebookById(notebooks, notebook_id)?.name ?? notebook_id}”`);
      go(['n', id]);
    });
  const isIdle = online.value && !isRunning;
  return (
    <div class="banner" role="note">
      <p>In Trash{document.deleted_at && ` since ${longDate(document.deleted_at)}`}: it can be read, not changed.</p>
      <button type="button" class="button primary" disabled={!isIdle} onClick={restore}>
        Restore
      </button>
      <button type="button" class="button danger" disabled={!isIdle} onClick={() => setPurging(true)}>
        Delete forever…
      </button>
      <Refusal error={error} />
      {isPurging && <PurgeDialog document={document} onClose={() => setPurging(false)} />}
    </div>
  );
}
