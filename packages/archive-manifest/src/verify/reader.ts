/** Access to the files of an archive, independent of storage. */
export interface ByteReader {
  /**
   * Returns the size of a file in bytes; null where there is none.
   *
   * @throws NotRegularFile for a path that is not a regular file, or is reached through a link
   */
  size(path: string): Promise<number | null>;
  /** Reads at most `length` bytes from `offset`; fewer where the file ends. */
  read(path: string, offset: number, length: number): Promise<Uint8Array>;
  /**
   * Reads into the beginning of existing memory and returns the number of bytes. Bytes that are only hashed then need
   * no memory of their own.
   */
  readInto?(path: string, offset: number, target: Uint8Array): Promise<number>;
  /**
   * Starts to hash a whole file in parallel with other reads, where the reader supports it. Resolves to the SHA-256 in
   * hexadecimal, or null for a missing file. Throws as `size` does.
   */
  digest?(path: string): Promise<string | null>;
  /** Counts the files outside of `.export` and `manifests`, where the reader supports it. */
  countFiles?(): Promise<number>;
}

/** Error for a path that is a link, a folder, a device or a pipe, or leads through a link. */
export class NotRegularFile extends Error {
  override readonly name = 'NotRegularFile';
}
