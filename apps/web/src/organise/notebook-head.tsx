import { useNotebooks } from '../app/library.js';
import { href } from '../app/router.js';
import { notebookById } from './notebooks.js';

/** What the notebook is called, and what can be done with it. */
export function NotebookHead({ id }: { readonly id: string }) {
  const notebook = notebookById(useNotebooks().value ?? [], id);
  if (notebook === undefined) return null;
  return (
    <div class="pane-head">
      <h1>
        {notebook.icon_emoji} {notebook.name}
      </h1>
      {notebook.read_only ? (
        <span class="locked">🔒 Read-only</span>
      ) : (
        <a class="button" href={href(['new'], { nb: id })}>
          New here
        </a>
      )}
    </div>
  );
}
