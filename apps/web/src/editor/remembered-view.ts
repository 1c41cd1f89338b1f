import type { CursorRange } from '../drafts/note-text.js';
import { readStored, writeStored } from '../kernel/browser-storage.js';
import { settings } from '../kernel/settings.js';
import type { EditMode } from './setup.js';

/** `live` and `source`: editor; `read`: rendered; `split`: both side by side. */
export const noteModes = ['live', 'split', 'read', 'source'] as const;
export type NoteMode = (typeof noteModes)[number];

/** Returns the mode of the editor; one that is not visible renders nothing. */
export const toEditMode = (mode: NoteMode): EditMode => (mode === 'live' || mode === 'split' ? 'live' : 'source');

const KEY = 'notes.mode';

export const isMode = (text: string | null): text is NoteMode => noteModes.some((mode) => mode === text);

/** Returns the mode in which notes are opened: from the settings, or the one used last. */
export function standardMode(): NoteMode {
  const { opensIn } = settings.peek();
  const stored = opensIn === 'last' ? readStored('localStorage', KEY) : opensIn;
  return isMode(stored) ? stored : 'live';
}

export const rememberMode = (mode: NoteMode): void => writeStored('localStorage', KEY, mode);

const storageKey = (documentId: string) => `notes.cursor:${documentId}`;

/** Stores the cursor of a note for this tab's session. */
export function rememberCursor(documentId: string, { anchor, head }: CursorRange): void {
  writeStored('sessionStorage', storageKey(documentId), `${anchor} ${head}`);
}

/** Returns the cursor from when this tab last had the note open. */
export function recallCursor(documentId: string): CursorRange | undefined {
  const [anchor, head] = (readStored('sessionStorage', storageKey(documentId)) ?? '').split(' ').map(Number);
  return Number.isSafeInteger(anchor) && Number.isSafeInteger(head)
    ? { anchor: anchor as number, head: head as number }
    : undefined;
}
