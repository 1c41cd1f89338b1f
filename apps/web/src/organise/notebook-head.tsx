import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useNotebooks } from '../kernel/library.js';
import { recordNotebook } from '../kernel/new-note.js';
import { href } from '../kernel/router.js';
import { PaneHead } from '../notes/pane.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { NotebookDeletion } from './notebook-deletion.js';
import { NotebookForm } from './notebook-form.js';
import { notebookById } from './notebooks.js';
import { text } from './texts.js';

interface NotebookHeadProps {
  readonly id: string;
  /** Options of the list. */
  readonly options: ComponentChildren;
}

/** Header of a notebook: its name and its actions. */
export function NotebookHead({ id, options }: NotebookHeadProps) {
  const [dialog, setDialog] = useState<'change' | 'within' | 'delete'>();
  const notebook = notebookById(useNotebooks().value ?? [], id);
  useEffect(() => {
    if (notebook !== undefined) recordNotebook(id, notebook.read_only);
  }, [id, notebook?.read_only]);
  if (notebook === undefined) return null;
  const { name, icon_emoji, builtin, read_only } = notebook;
  const close = () => setDialog(undefined);
  const commands = [
    { label: text.newNotebookInside, run: () => setDialog('within') },
    { label: text.renameOrMoveEllipsis, run: () => setDialog('change') },
    { label: text.deleteEllipsis, run: () => setDialog('delete') },
  ];
  return (
    <PaneHead title={name} mark={!builtin && icon_emoji !== null && <span aria-hidden="true">{icon_emoji}</span>}>
      {read_only ? (
        <span class="pane-note">
          <Icon name="lock" />
          {text.readOnly}
        </span>
      ) : (
        <>
          <a class="button new-here" href={href(['new'], { nb: id })}>
            <Icon name="plus" />
            <span>{text.newNoteHere}</span>
          </a>
          <Menu label={text.actionsFor(name)} items={builtin ? commands.slice(0, 1) : commands} />
        </>
      )}
      {options}
      {dialog === 'change' && <NotebookForm notebook={notebook} onClose={close} />}
      {dialog === 'within' && <NotebookForm parentId={id} onClose={close} />}
      {dialog === 'delete' && <NotebookDeletion id={id} onClose={close} />}
    </PaneHead>
  );
}
