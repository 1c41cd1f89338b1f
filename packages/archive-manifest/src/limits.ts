const MIB = 1024 * 1024;

/** Bounds of the format, all inclusive. Sizes are in bytes, other numbers are counts. */
export const LIMITS = {
  /** Size of the manifest file. */
  manifestBytes: 8 * MIB,
  jsonDepth: 16,
  indexObjects: 1_000,
  indexObjectBytes: 64 * MIB,
  indexEntries: 10_000,
  /** Size of a line of an index object, its LF included. */
  indexLineBytes: 4_096,
  pathCharacters: 255,
  collections: 1_000,
  /** Length of each of the two capability lists. */
  capabilities: 64,
  objects: 8_000_000,
  bytes: 4_398_046_511_104,
  recordChunks: 64_000_000,
  blobs: 8_000_000,
  packs: 8_000_000,
  /** Oldest library schema that an archive can have. */
  schemaVersion: 12,
  chunksPerObject: 8,
  /** Size of the payload of a chunk. */
  chunkBytes: MIB,
  recordsPerChunk: 65_535,
  /** Size of a line of a chunk, its LF included. */
  recordLineBytes: 512 * 1024,
  /** Size above which the line of a revision stores its body as a blob. */
  inlineLineBytes: 256 * 1024,
  packBytes: 4 * 1024 * MIB,
  /** Number of packs a reader tracks to detect overlaps, at some forty bytes each. */
  packsRead: 262_144,
  /** Number of unusual paths a reader tracks. */
  ownPaths: 65_536,
  /** Number of problems reported in full; further ones are only counted. */
  problems: 1_000,
} as const;

/** Name of a bound of the format, a key of {@link LIMITS}. */
export type LimitName = keyof typeof LIMITS;
