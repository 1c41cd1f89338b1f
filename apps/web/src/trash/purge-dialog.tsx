import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { goWhenLoaded } from '../shell/screens.js';
import { isTypedName } from '../text/typed-name.js';
import { Dialog } from '../ui/dialog.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { formatTitle } from '../ui/note-link.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { text } from './texts.js';

interface PurgeProps {
  readonly document: { readonly id: string; readonly title: string };
  readonly onClose: () => void;
}

/** Deletes a note permanently, once its title has been typed. */
export function PurgeDialog({ document, onClose }: PurgeProps) {
  const [typed, setTyped] = useState('');
  const { isRunning, error, run } = useAction();
  const title = formatTitle(document.title);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      await call('purgeDocument', { document_id: document.id, confirmation: `purge-document:${document.id}` });
      notify(text.deleted(title));
      onClose();
      await goWhenLoaded(['trash']);
    });
  };
  return (
    <Dialog title={text.deleteForever} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <p>{text.deletionWarning}</p>
        <label>
          {text.confirmTitle(title)}
          <input value={typed} autocomplete="off" onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
        </label>
        <FromTerminal operation="purgeDocuments" words={[document.id]} />
        <ErrorMessage error={error} />
        {error?.code === 'forbidden' && <p>{text.importedNotDeletable}</p>}
        <div class="form-buttons">
          <button type="button" class="button" onClick={onClose}>
            {text.cancel}
          </button>
          <ServiceButton type="submit" variant="danger" disabled={!isTypedName(typed, title) || isRunning}>
            {text.deleteForever}
          </ServiceButton>
        </div>
      </form>
    </Dialog>
  );
}
