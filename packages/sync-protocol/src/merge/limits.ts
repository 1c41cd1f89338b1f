/** Limits of a merge. They are part of the merge version: other limits produce other texts. */
export const MERGE_LIMITS = {
  /** Highest number of heads of a note that are merged; the lowest heads beyond it are set aside. */
  heads: 8,
  /** Highest number of common ancestors that are merged into one base. */
  ancestors: 8,
  /** Highest nesting depth of bases that are merges of their own bases. */
  depth: 16,
  /** Highest number of text merges tried for one note. */
  attempts: 64,
  /** Lines of one text times lines of the other, without their common prefix and suffix. */
  cells: 16_000_000,
} as const;

/** Version of these merge rules. A group uses the highest version that all its members support. */
export const MERGE_VERSION = 1;
