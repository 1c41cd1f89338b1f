import type { Command, EditorView } from '@codemirror/view';
import type { FindCommand } from './find-tools.js';

/** Keys besides characters that are held while the tools are loaded. */
const HELD_KEYS: ReadonlySet<string> = new Set(['Enter', 'Escape']);

/** Finds in the text. The tools are loaded at the first use; keys pressed meanwhile go to the search field. */
const find =
  (name: FindCommand): Command =>
  (view) => {
    void loadAndRun(view, name);
    return true;
  };

async function loadAndRun(view: EditorView, name: FindCommand): Promise<void> {
  const keys: string[] = [];
  const controller = new AbortController();
  const hold = (event: KeyboardEvent) => {
    const isText = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText && !HELD_KEYS.has(event.key)) return;
    keys.push(event.key);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('keydown', hold, { capture: true, signal: controller.signal });
  try {
    const { runFind } = await import('./find-tools.js');
    runFind(view, name, keys);
  } finally {
    controller.abort();
  }
}

export const findCommands = { find: find('find'), findNext: find('findNext'), findPrevious: find('findPrevious') };
