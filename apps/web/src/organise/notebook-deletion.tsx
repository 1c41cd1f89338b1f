import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { useNotebooks } from '../app/library.js';
import { go } from '../app/router.js';
import { goOnceLoaded } from '../app/screens.js';
import { useData } from '../app/use-data.js';
import { counted } from '../ui/counted.js';
import { Dialog } from '../ui/dialog.js';
import { notify } from '../ui/notices.js';
import { Refusal } from '../ui/refusal.js';
import { Loaded, Truncated } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { notebookById } from './notebooks.js';

type Preview = Output<'previewNotebookDeletion'>;

interface DeletionProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Shows what the service says deleting a notebook would do, and only then offers it. */
export function NotebookDeletion({ id, onClose }: DeletionProps) {
  const preview = useData(`deletion ${id}`, (signal) => call('previewNotebookDeletion', { notebook_id: id }, signal));
  return (
    <Dialog title="Delete notebook" onClose={onClose}>
      <Loaded data={preview}>{(value) => <Deletion preview={value} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

function Deletion({ preview, onClose }: { readonly preview: Preview; readonly onClose: () => void }) {
  const { isRunning, error, run } = useAction();
  const home = notebookById(useNotebooks().value ?? [], preview.rehome_notebook_id)?.name ?? 'the default notebook';
  const remove = () =>
    run(async () => {
      const done = await call('deleteNotebook', { notebook_id: preview.notebook_id });
      const openTrash = { label: 'Open Trash', run: () => go(['trash']) };
      const deleted = counted(done.deleted_notebooks, 'notebook');
      notify(`Deleted ${deleted}; ${counted(done.trashed_notes, 'note')} went to Trash`, openTrash);
      onClose();
      await goOnceLoaded([]);
    });
  if (!preview.deletable) return <p>{preview.reason}</p>;
  return (
    <div class="form">
      <p>
        “{preview.name}” will be deleted with what is below it. Its notes go to Trash and can be restored from there.
      </p>
      <Numbers preview={preview} home={home} />
      <Refusal error={error} />
      <div class="form-buttons">
        <button type="button" class="button" onClick={onClose}>
          Keep it
        </button>
        <button type="button" class="button danger" disabled={isRunning} onClick={remove}>
          Delete notebook
        </button>
      </div>
    </div>
  );
}

const Numbers = ({ preview, home }: { readonly preview: Preview; readonly home: string }) => (
  <>
    <table class="report">
      <tbody>
        <tr>
          <th scope="row">Notebooks</th>
          <td class="number">{preview.notebooks.toLocaleString()}</td>
        </tr>
        <tr>
          <th scope="row">Notes that go to Trash</th>
          <td class="number">{preview.notes.toLocaleString()}</td>
        </tr>
        <tr>
          <th scope="row">Notes that are in Trash already</th>
          <td class="number">{preview.trashed_notes.toLocaleString()}</td>
        </tr>
        <tr>
          <th scope="row">Notes restored later come to</th>
          <td>{home}</td>
        </tr>
      </tbody>
    </table>
    {preview.descendant_names.length > 0 && (
      <details>
        <summary>Notebooks below it</summary>
        <ul class="scrolled">
          {preview.descendant_names.map((name, index) => (
            <li key={`${index} ${name}`}>{name}</li>
          ))}
        </ul>
        {preview.truncated && <Truncated>Only the first {preview.descendant_names.length} are named.</Truncated>}
      </details>
    )}
  </>
);
