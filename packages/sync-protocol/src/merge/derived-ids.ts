import { blake2b } from '@noble/hashes/blake2.js';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { toBase32 } from '../base32.js';

/** Hashes the parts joined with NUL bytes. No part contains a NUL byte. */
const digest = (...parts: readonly string[]) => toBase32(blake2b(encodeUtf8(parts.join('\0')), { dkLen: 16 }));

/** Returns the id of the revision that merges several revisions. It is equal on every replica that merges them. */
export const deriveMergedRevisionId = (revisions: readonly string[]): string =>
  `rev_${digest('m1', ...[...revisions].sort())}`;

/** Returns the id of the note that receives revisions which a purge of `doc` had not seen. */
export const deriveRecoveredId = (doc: string): string => `doc_${digest('recovered', doc)}`;

/** Returns the id of the note that keeps the losing side of a conflict. */
export const deriveCopyId = (conflict: string): string => `doc_${digest('copy', conflict)}`;

/**
 * Derives the id of a conflict, the same on every replica.
 *
 * @param subject id of the entity in conflict, such as a note
 * @param side id of the losing side, such as a revision
 */
export const deriveConflictId = (subject: string, side: string): string => `cfl_${digest(subject, side)}`;
