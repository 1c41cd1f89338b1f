import { sha256 } from '../../platform/sha256.js';
import type { NoteItem } from './item.js';

const AT_ONCE = 32;

/** Digest of no notes. */
export const UNSEALED = '';

/** Extends the digest of the stamps of notes by one more stamp. */
export const sealed = (before: string, stamp: string): string => sha256(`${before}\n${stamp}`);

/** Returns the digest of the current stamps of notes. */
export async function sealOf(notes: readonly NoteItem[]): Promise<string> {
  let seal = UNSEALED;
  for (let at = 0; at < notes.length; at += AT_ONCE) {
    for (const stamp of await Promise.all(notes.slice(at, at + AT_ONCE).map((note) => note.stamp())))
      seal = sealed(seal, stamp);
  }
  return seal;
}
