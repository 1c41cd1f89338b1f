import { signal } from '@preact/signals';
import { go } from '../kernel/router.js';
import type { Command } from './registry.js';
import { text } from './texts.js';

/** Commands of an open note; each is the key of its title in the catalogue. */
export type NoteAction = (typeof noteActions | typeof textActions)[number][0];
export type NoteActions = Readonly<Partial<Record<NoteAction, () => void>>>;

const noteActions = [
  ['save', 'Mod+S'],
  ['inspector', 'Mod+Shift+\\'],
  ['find', 'Mod+F'],
  ['findNext', 'Mod+G', 'F3'],
  ['findPrevious', 'Mod+Shift+G', 'Shift+F3'],
  ['mode', 'Mod+E'],
  ['links', 'Mod+. l'],
  ['move', 'Mod+. m'],
  ['tag', 'Mod+. #'],
  ['duplicate', 'Mod+. d'],
  ['print', 'Mod+P'],
  ['images'],
  ['trash'],
] as const;

/** These keys work only with the cursor in the text. */
const textActions = [
  ['follow', 'Mod+Enter'],
  ['followHere', 'Alt+Enter'],
  ['createLinked'],
  ['bold', 'Mod+B'],
  ['italic', 'Mod+I'],
  ['code', 'Mod+`'],
  ['strike', 'Mod+Shift+X'],
  ['highlight', 'Mod+Shift+H'],
  ['link', 'Mod+Shift+K'],
  ['altText', 'Mod+. a'],
  ['attach'],
  ['tagWord', 'Mod+. w'],
  ['undo'],
  ['redo'],
  ['plain', 'Mod+. 0'],
  ['heading1', 'Mod+. 1'],
  ['heading2', 'Mod+. 2'],
  ['heading3', 'Mod+. 3'],
  ['heading4', 'Mod+. 4'],
  ['heading5', 'Mod+. 5'],
  ['heading6', 'Mod+. 6'],
  ['ordered', 'Mod+Shift+7'],
  ['bullet', 'Mod+Shift+8'],
  ['task', 'Mod+Shift+9'],
  ['quote', 'Mod+. q'],
  ['indent', 'Mod+]'],
  ['outdent', 'Mod+['],
  ['lineUp', 'Alt+ArrowUp'],
  ['lineDown', 'Alt+ArrowDown'],
  ['partUp', 'Alt+Shift+ArrowUp'],
  ['partDown', 'Alt+Shift+ArrowDown'],
  ['deleteLine', 'Mod+Shift+Backspace'],
  ['nextMatch', 'Mod+D'],
  ['allMatches', 'Mod+Shift+L'],
  ['cursorAbove', 'Mod+Alt+ArrowUp'],
  ['cursorBelow', 'Mod+Alt+ArrowDown'],
  ['fold', 'Mod+. f'],
  ['foldAll', 'Mod+. -'],
  ['unfoldAll', 'Mod+. +'],
] as const;

const currentActions = signal<NoteActions>({});
/** Command to run as soon as a note that is being opened offers it. */
let awaited: { readonly documentId: string; readonly action: NoteAction } | undefined;

/** Opens a note, then runs a command of it. */
export function openNoteAndRun(documentId: string, action: NoteAction): void {
  awaited = { documentId, action };
  if (openId === documentId) runAwaited(currentActions.peek());
  else go(['n', documentId]);
}

function runAwaited(actions: NoteActions): void {
  if (awaited === undefined || openId !== awaited.documentId) return;
  const run = actions[awaited.action];
  awaited = undefined;
  if (run !== undefined) queueMicrotask(run);
}

/** Id of the note whose handlers are set. */
let openId: string | undefined;

/** Sets the handlers of commands for the open note. Returns a function that removes them. */
export function registerActions(actions: NoteActions, documentId: string | undefined): () => void {
  currentActions.value = actions;
  openId = documentId;
  runAwaited(actions);
  return () => {
    if (currentActions.peek() === actions) currentActions.value = {};
  };
}

const toCommand = (id: NoteAction, keys: readonly string[]): Omit<Command, 'group'> => ({
  id,
  title: text[id],
  keys,
  applies: () => currentActions.value[id] !== undefined,
  run: () => currentActions.peek()[id]?.(),
});

/** Commands of an open note; each applies only while it has a handler. */
export const writingCommands: readonly Command[] = [
  ...textActions.map(
    ([id, ...keys]): Command => ({ ...toCommand(id, keys), group: 'write', scopeSelector: '.cm-content' }),
  ),
  ...noteActions.map(([id, ...keys]): Command => ({ ...toCommand(id, keys), group: 'note' })),
];
