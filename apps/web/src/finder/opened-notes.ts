import { readStored, writeStored } from '../kernel/browser-storage.js';
import type { OpenedNotes } from './target-index.js';

const KEY = 'notes.opened';
const MAX_OPENED = 50;
const NOTE_ID = /^doc_\w+$/;

/** Returns the notes opened last in this browser, the last one first. */
export const listOpenedNotes = (): OpenedNotes =>
  (readStored('localStorage', KEY) ?? '').split(' ').filter((id) => NOTE_ID.test(id));

/** Records that a note was opened. */
export function recordOpened(id: string): void {
  const others = listOpenedNotes().filter((other) => other !== id);
  writeStored('localStorage', KEY, [id, ...others].slice(0, MAX_OPENED).join(' '));
}
