import type { Command, KeyBinding } from '@codemirror/view';

const CONTROL = { Backspace: 'Ctrl-h', Delete: 'Ctrl-d' } as const;

/** Binds a command to the keys that delete a character or a word on one side of the cursor. */
export const bindDeletion = (key: keyof typeof CONTROL, run: Command): KeyBinding[] => [
  ...['', 'Shift-', 'Mod-'].map((modifier) => ({
    key: modifier + key,
    mac: modifier.replace('Mod', 'Alt') + key,
    run,
  })),
  { mac: CONTROL[key], run },
];
