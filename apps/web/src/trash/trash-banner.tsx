import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { useNotebooks } from '../kernel/library.js';
import { isByKeyboard, requestNoteFocus } from '../kernel/note-focus.js';
import { currentLocation, go } from '../kernel/router.js';
import { notebookById } from '../organise/notebooks.js';
import { longDate } from '../text/dates.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { PurgeDialog } from './purge-dialog.js';
import { text } from './texts.js';

type Document = Pick<Output<'getDocument'>, 'id' | 'title' | 'deleted_at'>;

/** Banner above a note in Trash, with the time of deletion and its two actions. */
export function TrashBanner({ document }: { readonly document: Document }) {
  const [isPurging, setPurging] = useState(false);
  const notebooks = useNotebooks().value ?? [];
  const { isRunning, error, run } = useAction();
  const restore = () =>
    run(async () => {
      const { id, notebook_id } = await call('restoreDocument', { document_id: document.id });
      notify(text.restoredTo(notebookById(notebooks, notebook_id)?.name ?? notebook_id));
      // The disabled button has lost the focus.
      if (isByKeyboard() && currentLocation.peek().segments[0] === 'trash') requestNoteFocus('when lost');
      go(['n', id]);
    });
  return (
    <div class="banner" role="note">
      <p>{document.deleted_at ? text.inTrashSince(longDate(document.deleted_at)) : text.inTrash}</p>
      <ServiceButton variant="primary" disabled={isRunning} onClick={restore}>
        {text.restore}
      </ServiceButton>
      <ServiceButton variant="danger" disabled={isRunning} onClick={() => setPurging(true)}>
        {text.deleteForeverEllipsis}
      </ServiceButton>
      <ErrorMessage error={error} />
      {isPurging && <PurgeDialog document={document} onClose={() => setPurging(false)} />}
    </div>
  );
}
