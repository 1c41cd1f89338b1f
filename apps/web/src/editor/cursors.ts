import type { CursorRange } from '../drafts/note-text.js';

/** Where the cursor was in the notes this tab had open. */

const keyOf = (documentId: string) => `notes.cursor:${documentId}`;

export function rememberCursor(documentId: string, { anchor, head }: CursorRange): void {
  sessionStorage.setItem(keyOf(documentId), `${anchor} ${head}`);
}

export function cursorOf(documentId: string): CursorRange | undefined {
  const [anchor, head] = (sessionStorage.getItem(keyOf(documentId)) ?? '').split(' ').map(Number);
  return Number.isSafeInteger(anchor) && Number.isSafeInteger(head)
    ? { anchor: anchor as number, head: head as number }
    : undefined;
}
