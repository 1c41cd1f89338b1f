import type { NotebookNode } from '@notes/contract';
import { useNotebooks } from '../app/library.js';
import { fill } from '../text/fill.js';
import { Empty } from '../ui/states.js';
import { NoNotes } from './no-notes.js';
import { text } from './texts.js';

const keys = { j: <kbd>j</kbd>, k: <kbd>k</kbd>, enter: <kbd>Enter</kbd>, x: <kbd>x</kbd> };

/** Beside a list of which no note is open. */
export function NothingOpen() {
  const notebooks = useNotebooks().value;
  if (notebooks !== undefined && !holdsOwn(notebooks)) return <NoNotes />;
  return (
    <Empty>
      <p>{text.chooseNote}</p>
      <p class="empty-hint">{fill(text.listKeys, keys)}</p>
    </Empty>
  );
}

/** Whether there are notes beside those every library has. */
const holdsOwn = (notebooks: readonly NotebookNode[]): boolean =>
  notebooks.some(({ read_only, note_count, children }) => !read_only && (note_count > 0 || holdsOwn(children)));
