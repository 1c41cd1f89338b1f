import { blake2b } from '@noble/hashes/blake2.js';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { toBase32 } from '../base32.js';

/** Parts behind one another with a zero between: none of them holds one. */
const digest = (...parts: readonly string[]) => toBase32(blake2b(encodeUtf8(parts.join('\0')), { dkLen: 16 }));

/** The revision that is the merge of several: the same on every replica that merges them. */
export const mergedRevisionId = (revisions: readonly string[]): string =>
  `rev_${digest('m1', ...[...revisions].sort())}`;

/** The note that takes in what a purge of `doc` had not seen. */
export const recoveredId = (doc: string): string => `doc_${digest('recovered', doc)}`;

/** The note that keeps the other side of a conflict. */
export const copyId = (conflict: string): string => `doc_${digest('copy', conflict)}`;

/** @param subject What the conflict is about, such as a note. @param side What stands aside, such as a revision */
export const conflictIdOf = (subject: string, side: string): string => `cfl_${digest(subject, side)}`;
