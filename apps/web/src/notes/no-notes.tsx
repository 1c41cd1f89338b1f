import type { NotebookNode } from '@notes/contract';
import { useNotebooks } from '../app/library.js';
import { href } from '../app/router.js';
import { fill } from '../text/fill.js';
import { TerminalCommand } from '../ui/copy.js';
import { Icon } from '../ui/icon.js';
import { Empty } from '../ui/states.js';
import { text } from './texts.js';

const IMPORT = 'notes import markdown FOLDER';

/** What a library without notes says: how they get here. */
export const NoNotes = () => (
  <Empty>
    <p>{text.noNotes}</p>
    <a class="button primary" href={href(['new'])}>
      <Icon name="plus" />
      {text.newNote}
    </a>
    <p class="empty-hint">{text.importHint}</p>
    <TerminalCommand command={IMPORT} />
    <p class="empty-hint">
      {fill(text.connectHint, { connect: <a href={href(['settings', 'connect'])}>{text.connect}</a> })}
    </p>
  </Empty>
);

/** Whether the library has no notes but those every library has. */
export function useIsUnused(): boolean {
  const notebooks = useNotebooks().value;
  return notebooks !== undefined && !holdsOwn(notebooks);
}

const holdsOwn = (notebooks: readonly NotebookNode[]): boolean =>
  notebooks.some(({ read_only, note_count, children }) => !read_only && (note_count > 0 || holdsOwn(children)));
