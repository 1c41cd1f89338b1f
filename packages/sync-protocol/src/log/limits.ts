/** Bounds of what a member may send. They are part of the protocol: what one replica takes, all take. */
export const LOG_LIMITS = {
  /** Bytes of a segment's text. */
  segmentBytes: 4 * 1024 * 1024,
  /** Bytes of a line of a segment, without its line feed. A longer text is put in blobs of its own. */
  lineBytes: 257 * 1024,
  /** Bytes of a line up to which a text stays in it. */
  inlineBytes: 256 * 1024,
  operations: 2000,
  parents: 64,
  seen: 256,
  dots: 1024,
  /** Replicas in a version vector. */
  replicas: 256,
  /** Bytes in UTF-8. */
  title: 1024,
  name: 1024,
  query: 4096,
  icon: 64,
  body: 16 * 1024 * 1024,
  resourceBytes: 64 * 1024 ** 3,
  chunks: 70_000,
} as const;
