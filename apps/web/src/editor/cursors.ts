import type { CursorRange } from '../drafts/note-text.js';
import { readStored, writeStored } from '../kernel/browser-storage.js';

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
