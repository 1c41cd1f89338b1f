import { settings } from '../app/settings.js';

/** live and source: written; read: laid out; split: both side by side. */
export const noteModes = ['live', 'split', 'read', 'source'] as const;
export type NoteMode = (typeof noteModes)[number];

const KEY = 'notes.mode';

export const isMode = (text: string | null): text is NoteMode => noteModes.some((mode) => mode === text);

/** How notes are opened: as the settings say, or as the last one was looked at. */
export function standardMode(): NoteMode {
  const { opensIn } = settings.peek();
  const kept = opensIn === 'last' ? localStorage.getItem(KEY) : opensIn;
  return isMode(kept) ? kept : 'live';
}

export const rememberMode = (mode: NoteMode): void => localStorage.setItem(KEY, mode);
