/** What a merge may take. A part of the version of the merge: another bound merges other texts. */
export const MERGE_LIMITS = {
  /** Heads of a note that are merged; those of a lower order stand aside. */
  heads: 8,
  /** Common ancestors that make up one base. */
  ancestors: 8,
  /** Bases that are merges of bases of their own. */
  depth: 16,
  /** Merges of two texts that are tried for one note. */
  attempts: 64,
  /** Lines of one text times lines of the other, without what both begin and end with. */
  cells: 16_000_000,
} as const;

/** The version of these rules; a group uses the highest that all its members know. */
export const MERGE_VERSION = 1;
