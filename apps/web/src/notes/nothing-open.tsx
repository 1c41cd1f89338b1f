import type { NotebookNode } from '@notes/contract';
import { useEffect, useState } from 'preact/hooks';
import { useNotebooks } from '../kernel/library.js';
import { fill } from '../text/catalogue.js';
import { Empty } from '../ui/states.js';
import { listedCount } from './listed-count.js';
import { text } from './texts.js';

const keys = { j: <kbd>j</kbd>, k: <kbd>k</kbd>, enter: <kbd>Enter</kbd>, x: <kbd>x</kbd> };

/** Shown beside a list while no note is open; empty beside an empty list. */
export function NothingOpen() {
  const hasNoOwnNotes = useHasNoOwnNotes();
  if (hasNoOwnNotes) return <FirstRun />;
  if (!listedCount.value) return null;
  return (
    <Empty>
      <p>{text.chooseNote}</p>
      <p class="empty-hint">{fill(text.listKeys, keys)}</p>
    </Empty>
  );
}

type Greeting = typeof import('./welcome.js').Welcome;

/** Greeting of a first run. Its code is loaded only when needed, because most visits do not show it. */
export function FirstRun() {
  const [Welcome, setWelcome] = useState<{ readonly Component: Greeting }>();
  useEffect(() => {
    let isMounted = true;
    import('./welcome.js').then(
      ({ Welcome: Component }) => isMounted && setWelcome({ Component }),
      // Ignores a failed load: the list and the header work without the greeting.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return Welcome === undefined ? null : <Welcome.Component />;
}

/**
 * Returns true when the library has no notes of the user's own; Help and reports, which every library has, do not
 * count.
 */
export function useHasNoOwnNotes(): boolean {
  const notebooks = useNotebooks().value;
  return notebooks !== undefined && !hasOwnNotes(notebooks);
}

const hasOwnNotes = (notebooks: readonly NotebookNode[]): boolean =>
  notebooks.some(({ read_only, note_count, children }) => !read_only && (note_count > 0 || hasOwnNotes(children)));
