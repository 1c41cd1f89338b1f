import { readStored, writeStored } from '../app/browser-storage.js';
import type { CursorRange } from '../drafts/note-text.js';

const keyOf = (documentId: string) => `notes.cursor:${documentId}`;

/** Stores the cursor of a note for this tab's session. */
export function rememberCursor(documentId: string, { anchor, head }: CursorRange): void {
  writeStored('sessionStorage', keyOf(documentId), `${anchor} ${head}`);
}

/** Returns the cursor from when this tab last had the note open. */
export function cursorOf(documentId: string): CursorRange | undefined {
  const [anchor, head] = (readStored('sessionStorage', keyOf(documentId)) ?? '').split(' ').map(Number);
  return Number.isSafeInteger(anchor) && Number.isSafeInteger(head)
    ? { anchor: anchor as number, head: head as number }
    : undefined;
}
