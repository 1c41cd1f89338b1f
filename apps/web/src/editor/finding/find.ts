import type { Command, EditorView } from '@codemirror/view';
import type { FindCommand } from './find-tools.js';

/** Keys besides characters that are held while the tools are loaded. */
const HELD_KEYS: ReadonlySet<string> = new Set(['Enter', 'Escape']);

type Tools = typeof import('./find-tools.js');
type Step = (tools: Tools) => void;

/** Commands and keys in the order they were pressed while the tools are loaded; undefined at other times. */
let heldSteps: Step[] | undefined;

/** Finds in the text. The tools are loaded at the first use; keys pressed meanwhile go to the search field. */
const find =
  (name: FindCommand): Command =>
  (view) => {
    const run: Step = ({ runFind }) => runFind(view, name);
    if (heldSteps === undefined) void loadAndRun(view, run);
    else heldSteps.push(run);
    return true;
  };

async function loadAndRun(view: EditorView, run: Step): Promise<void> {
  const steps = [run];
  const controller = new AbortController();
  const hold = (event: KeyboardEvent) => {
    const { key } = event;
    const isText = [...key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText && !HELD_KEYS.has(key)) return;
    steps.push(({ pressInPanel }) => pressInPanel(view, key));
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('keydown', hold, { capture: true, signal: controller.signal });
  heldSteps = steps;
  try {
    const tools = await import('./find-tools.js');
    for (const step of steps) step(tools);
  } finally {
    heldSteps = undefined;
    controller.abort();
  }
}

export const findCommands = { find: find('find'), findNext: find('findNext'), findPrevious: find('findPrevious') };
