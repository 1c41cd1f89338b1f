import { signal } from '@preact/signals';
import type { Command } from './registry.js';
import { text } from './texts.js';

/** Commands of an open note; each is the key of its title in the catalogue. */
export type Deed = (typeof noteDeeds | typeof textDeeds)[number][0];
export type Deeds = Readonly<Partial<Record<Deed, () => void>>>;

const noteDeeds = [
  ['save', 'Mod+S'],
  ['inspector', 'Mod+Shift+\\'],
  ['find', 'Mod+F'],
  ['findNext', 'Mod+G'],
  ['findPrevious', 'Mod+Shift+G'],
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
const textDeeds = [
  ['follow', 'Mod+Enter'],
  ['createLinked'],
  ['bold', 'Mod+B'],
  ['italic', 'Mod+I'],
  ['code', 'Mod+`'],
  ['ordered', 'Mod+Shift+7'],
  ['bullet', 'Mod+Shift+8'],
  ['task', 'Mod+Shift+9'],
  ['lineUp', 'Alt+ArrowUp'],
  ['lineDown', 'Alt+ArrowDown'],
  ['partUp', 'Alt+Shift+ArrowUp'],
  ['partDown', 'Alt+Shift+ArrowDown'],
] as const;

const deeds = signal<Deeds>({});

/** Sets the handlers of commands for the open note. Returns a function that removes them. */
export function offerDeeds(offered: Deeds): () => void {
  deeds.value = offered;
  return () => {
    if (deeds.peek() === offered) deeds.value = {};
  };
}

const asks = (id: Deed, keys: readonly string[]): Omit<Command, 'group'> => ({
  id,
  title: text[id],
  keys,
  applies: () => deeds.value[id] !== undefined,
  run: () => deeds.peek()[id]?.(),
});

/** Commands of an open note; each applies only while it has a handler. */
export const writingCommands: readonly Command[] = [
  ...textDeeds.map(([id, ...keys]): Command => ({ ...asks(id, keys), group: 'write', within: '.cm-content' })),
  ...noteDeeds.map(([id, ...keys]): Command => ({ ...asks(id, keys), group: 'note' })),
];
