import type { CursorRange } from '../drafts/note-text.js';

const keyOf = (documentId: string) => `notes.cursor:${documentId}`;

export function rememberCursor(documentId: string, { anchor, head }: CursorRange): void {
  sessionStorage.setItem(keyOf(documentId), `${anchor} ${head}`);
}

/** Where the cursor was when this tab had the note open. */
export function cursorOf(documentId: string): CursorRange | undefined {
  const [anchor, head] = (sessionStorage.getItem(keyOf(documentId)) ?? '').split(' ').map(Number);
  return Number.isSafeInteger(anchor) && Number.isSafeInteger(head)
    ? { anchor: anchor as number, head: head as number }
    : undefined;
}
