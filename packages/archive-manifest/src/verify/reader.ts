/** The files of an archive, wherever they are. */
export interface ByteReader {
  /**
   * The size of a file in bytes; null where there is none.
   *
   * @throws NotRegularFile for what is no file, or can only be reached through a link
   */
  size(path: string): Promise<number | null>;
  /** At most `length` bytes from `offset`; fewer where the file ends. */
  read(path: string, offset: number, length: number): Promise<Uint8Array>;
  /** As `read`, to the beginning of bytes that are there; how many. What is only hashed then needs no memory of its own. */
  readInto?(path: string, offset: number, target: Uint8Array): Promise<number>;
  /**
   * Begins to read a whole file beside what else is read, where the reader can do two things at a time: its SHA-256 in
   * hex, or null where there is none. It throws as `size` does.
   */
  digest?(path: string): Promise<string | null>;
  /** How many files there are, but those below `.export` and `manifests`; where this can be told. */
  countFiles?(): Promise<number>;
}

/** A path leads to a link, a folder, a device or a pipe, or through a link. */
export class NotRegularFile extends Error {
  override readonly name = 'NotRegularFile';
}
