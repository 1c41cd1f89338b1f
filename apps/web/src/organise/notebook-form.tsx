import type { NotebookNode } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { go } from '../kernel/router.js';
import { Dialog } from '../ui/dialog.js';
import { NameFields } from '../ui/form-fields.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { NotebookOptions, useNotebookChoices, writable } from './notebook-options.js';
import { text } from './texts.js';

interface FormProps {
  /** Notebook to change; undefined to create one. */
  readonly notebook?: NotebookNode;
  /** Initial parent of a new notebook. */
  readonly parentId?: string;
  readonly onClose: () => void;
}

/** Creates a notebook, or changes its name, emoji or parent. */
export function NotebookForm({ notebook, parentId, onClose }: FormProps) {
  const [name, setName] = useState(notebook?.name ?? '');
  const [icon, setIcon] = useState(notebook?.icon_emoji ?? '');
  const [parent, setParent] = useState((notebook ? notebook.parent_notebook_id : parentId) ?? '');
  const { isRunning, error, run } = useAction();
  const parentChoices = useNotebookChoices(notebook?.notebook_id).filter(writable);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = { name, icon_emoji: icon === '' ? null : icon, parent_notebook_id: parent === '' ? null : parent };
    run(async () => {
      const saved = notebook
        ? await call('updateNotebook', { notebook_id: notebook.notebook_id, ...fields })
        : await call('createNotebook', fields);
      notify(notebook ? text.saved(saved.name) : text.created(saved.name));
      onClose();
      go(['nb', saved.notebook_id]);
    });
  };
  return (
    <Dialog title={notebook ? text.renameOrMoveNotebook : text.newNotebook} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <NameFields name={name} emoji={icon} onName={setName} onEmoji={setIcon} />
        <label>
          {text.parentNotebook}
          <select value={parent} onChange={({ currentTarget }) => setParent(currentTarget.value)}>
            <NotebookOptions choices={parentChoices} none={text.topLevel} />
          </select>
        </label>
        <ErrorMessage error={error} />
        <div class="form-buttons">
          <ServiceButton type="submit" variant="primary" disabled={isRunning}>
            {notebook ? text.save : text.createNotebook}
          </ServiceButton>
        </div>
      </form>
    </Dialog>
  );
}
