import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { goOnceLoaded } from '../app/screens.js';
import { shownTitle } from '../notes/rows.js';
import { Dialog } from '../ui/dialog.js';
import { notify } from '../ui/notices.js';
import { Refusal } from '../ui/refusal.js';
import { useAction } from '../ui/use-action.js';

interface PurgeProps {
  readonly document: { readonly id: string; readonly title: string };
  readonly onClose: () => void;
}

/** Deletes a note for ever, once its title has been typed. */
export function PurgeDialog({ document, onClose }: PurgeProps) {
  const [typed, setTyped] = useState('');
  const { isRunning, error, run } = useAction();
  const title = shownTitle(document.title);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      await call('purgeDocument', { document_id: document.id, confirmation: `purge-document:${document.id}` });
      notify(`Deleted “${title}” for ever`);
      onClose();
      await goOnceLoaded(['trash']);
    });
  };
  return (
    <Dialog title="Delete forever" onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <p>The note and all its revisions will be gone for good. Nothing brings them back.</p>
        <label>
          To go on, type its title: {title}
          <input value={typed} autocomplete="off" onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
        </label>
        <Refusal error={error} />
        {error?.code === 'forbidden' && <p>Only notes written here can be deleted for ever, not imported ones.</p>}
        <div class="form-buttons">
          <button type="button" class="button" onClick={onClose}>
            Keep it
          </button>
          <button type="submit" class="button danger" disabled={typed !== title || isRunning}>
            Delete forever
          </button>
        </div>
      </form>
    </Dialog>
  );
}
