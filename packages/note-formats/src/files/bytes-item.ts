import type { FileItem } from '../item.js';

/** Returns a file item for bytes in memory. */
export const createBytesItem = (
  about: Pick<FileItem, 'path' | 'key' | 'filename' | 'mimeType'>,
  bytes: Buffer,
): FileItem => ({
  ...about,
  folder: [],
  stamp: () => Promise.resolve(about.key),
  open: (use) =>
    use({
      sizeBytes: bytes.length,
      modifiedAt: undefined,
      async *pieces(maxBytes, start = 0) {
        yield bytes.subarray(start, start + maxBytes + 1);
      },
    }),
});
