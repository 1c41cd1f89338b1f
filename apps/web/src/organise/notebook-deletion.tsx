import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { useNotebooks } from '../kernel/library.js';
import { go } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import { goWhenLoaded } from '../shell/screens.js';
import { number } from '../text/numbers.js';
import { Dialog } from '../ui/dialog.js';
import { Facts } from '../ui/facts.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage, Loaded, Truncated } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { notebookById } from './notebooks.js';
import { text } from './texts.js';

type Preview = Output<'previewNotebookDeletion'>;

interface DeletionProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Shows the service's preview of deleting a notebook, and only then offers the deletion. */
export function NotebookDeletion({ id, onClose }: DeletionProps) {
  const preview = useData(`deletion ${id}`, (signal) => call('previewNotebookDeletion', { notebook_id: id }, signal));
  return (
    <Dialog title={text.deleteNotebook} onClose={onClose}>
      <Loaded data={preview}>{(value) => <Deletion preview={value} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

function Deletion({ preview, onClose }: { readonly preview: Preview; readonly onClose: () => void }) {
  const { isRunning, error, run } = useAction();
  const restoreNotebook =
    notebookById(useNotebooks().value ?? [], preview.rehome_notebook_id)?.name ?? text.theDefaultNotebook;
  const remove = () =>
    run(async () => {
      const done = await call('deleteNotebook', { notebook_id: preview.notebook_id });
      const openTrash = { label: text.openTrash, run: () => go(['trash']) };
      notify(text.deleted(done.deleted_notebooks, done.trashed_notes), openTrash);
      onClose();
      await goWhenLoaded([]);
    });
  if (!preview.deletable) return <p>{preview.reason}</p>;
  return (
    <div class="form">
      <p>{text.deletionWarning(preview.name)}</p>
      <DeletionCounts preview={preview} restoreNotebook={restoreNotebook} />
      <ErrorMessage error={error} />
      <div class="form-buttons">
        <button type="button" class="button" onClick={onClose}>
          {text.cancel}
        </button>
        <ServiceButton variant="danger" disabled={isRunning} onClick={remove}>
          {text.deleteNotebook}
        </ServiceButton>
      </div>
    </div>
  );
}

const DeletionCounts = ({
  preview,
  restoreNotebook,
}: {
  readonly preview: Preview;
  readonly restoreNotebook: string;
}) => (
  <>
    <Facts
      facts={[
        [text.notebooks, number(preview.notebooks)],
        [text.notesToTrash, number(preview.notes)],
        [text.notesInTrash, number(preview.trashed_notes)],
        [text.restoredTo, restoreNotebook],
      ]}
    />
    {preview.descendant_names.length > 0 && (
      <details>
        <summary>{text.childNotebooks}</summary>
        <ul class="scrolled">
          {preview.descendant_names.map((name, index) => (
            <li key={`${index} ${name}`}>{name}</li>
          ))}
        </ul>
        {preview.truncated && <Truncated>{text.firstListed(preview.descendant_names.length)}</Truncated>}
      </details>
    )}
  </>
);
