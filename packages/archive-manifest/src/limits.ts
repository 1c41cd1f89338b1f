const MIB = 1024 * 1024;

/** Bounds of the format. Sizes are in bytes, other numbers are counts; all are included. */
export const LIMITS = {
  /** The file of the manifest. */
  manifestBytes: 8 * MIB,
  jsonDepth: 16,
  indexObjects: 1_000,
  indexObjectBytes: 64 * MIB,
  indexEntries: 10_000,
  /** A line of an index object, its LF included. */
  indexLineBytes: 4_096,
  pathCharacters: 255,
  collections: 1_000,
  /** Of each of the two lists. */
  capabilities: 64,
  objects: 8_000_000,
  bytes: 4_398_046_511_104,
  recordChunks: 64_000_000,
  blobs: 8_000_000,
  packs: 8_000_000,
  /** The oldest schema of a library that an archive can be of. */
  schemaVersion: 12,
  chunksPerObject: 8,
  /** The payload of a chunk. */
  chunkBytes: MIB,
  recordsPerChunk: 65_535,
  /** A line of a chunk, its LF included. */
  recordLineBytes: 512 * 1024,
  /** A revision whose line would be longer has its body as a blob. */
  inlineLineBytes: 256 * 1024,
  packBytes: 4 * 1024 * MIB,
  /** Packs a reader keeps apart while it looks for overlaps: some forty bytes each. */
  packsRead: 262_144,
  /** Paths other than the usual ones that a reader keeps apart. */
  ownPaths: 65_536,
  /** Problems reported in full; more are counted. */
  problems: 1_000,
} as const;

export type LimitName = keyof typeof LIMITS;
