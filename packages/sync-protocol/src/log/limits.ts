/** Limits for segments and operations. They are part of the protocol, so all replicas must use the same limits. */
export const LOG_LIMITS = {
  /** Bytes in a segment's text. */
  segmentBytes: 4 * 1024 * 1024,
  /** Bytes in a line of a segment, without its line feed. Longer texts are stored in separate blobs. */
  lineBytes: 257 * 1024,
  /** Bytes in a line up to which the line holds its text. */
  inlineBytes: 256 * 1024,
  operations: 2000,
  parents: 64,
  seen: 256,
  dots: 1024,
  /** Replicas in a version vector. */
  replicas: 256,
  /** Bytes in UTF-8, as for the next four limits. */
  title: 1024,
  name: 1024,
  query: 4096,
  icon: 64,
  body: 16 * 1024 * 1024,
  resourceBytes: 64 * 1024 ** 3,
  chunks: 70_000,
} as const;
