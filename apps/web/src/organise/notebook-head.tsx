import { useState } from 'preact/hooks';
import { useNotebooks } from '../app/library.js';
import { href } from '../app/router.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { NotebookDeletion } from './notebook-deletion.js';
import { NotebookForm } from './notebook-form.js';
import { notebookById } from './notebooks.js';

/** What the notebook is called, and what can be done with it. */
export function NotebookHead({ id }: { readonly id: string }) {
  const [dialog, setDialog] = useState<'change' | 'within' | 'delete'>();
  const notebook = notebookById(useNotebooks().value ?? [], id);
  if (notebook === undefined) return null;
  const close = () => setDialog(undefined);
  const commands = [
    { label: 'New notebook here…', run: () => setDialog('within') },
    { label: 'Rename or move…', run: () => setDialog('change') },
    { label: 'Delete…', run: () => setDialog('delete') },
  ];
  return (
    <div class="pane-head">
      <h1>
        {notebook.icon_emoji !== null && `${notebook.icon_emoji} `}
        {notebook.name}
      </h1>
      {notebook.read_only ? (
        <span>
          <Icon name="lock" /> Read-only
        </span>
      ) : (
        <>
          <a class="button" href={href(['new'], { nb: id })}>
            New here
          </a>
          <Menu label={`Commands for ${notebook.name}`} items={notebook.builtin ? commands.slice(0, 1) : commands} />
        </>
      )}
      {dialog === 'change' && <NotebookForm notebook={notebook} onClose={close} />}
      {dialog === 'within' && <NotebookForm within={id} onClose={close} />}
      {dialog === 'delete' && <NotebookDeletion id={id} onClose={close} />}
    </div>
  );
}
