import type { NoteItem } from '@notes/note-formats';
import { sha256 } from '../../platform/sha256.js';

const MAX_CONCURRENT_STAMPS = 32;

/** Digest of no notes. */
export const EMPTY_DIGEST = '';

/** Extends the digest of the stamps of notes by one more stamp. */
export const extendDigest = (before: string, stamp: string): string => sha256(`${before}\n${stamp}`);

/** Returns the digest of the current stamps of notes. */
export async function digestStamps(notes: readonly NoteItem[]): Promise<string> {
  let digest = EMPTY_DIGEST;
  for (let at = 0; at < notes.length; at += MAX_CONCURRENT_STAMPS) {
    for (const stamp of await Promise.all(notes.slice(at, at + MAX_CONCURRENT_STAMPS).map((note) => note.stamp())))
      digest = extendDigest(digest, stamp);
  }
  return digest;
}
