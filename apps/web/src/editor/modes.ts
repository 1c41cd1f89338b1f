import { readStored, writeStored } from '../kernel/browser-storage.js';
import { settings } from '../kernel/settings.js';

/** `live` and `source`: editor; `read`: rendered; `split`: both side by side. */
export const noteModes = ['live', 'split', 'read', 'source'] as const;
export type NoteMode = (typeof noteModes)[number];

const KEY = 'notes.mode';

export const isMode = (text: string | null): text is NoteMode => noteModes.some((mode) => mode === text);

/** Returns the mode in which notes are opened: from the settings, or the one used last. */
export function standardMode(): NoteMode {
  const { opensIn } = settings.peek();
  const stored = opensIn === 'last' ? readStored('localStorage', KEY) : opensIn;
  return isMode(stored) ? stored : 'live';
}

export const rememberMode = (mode: NoteMode): void => writeStored('localStorage', KEY, mode);
