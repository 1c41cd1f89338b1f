const MIB = 1024 * 1024;

/** Where a writer cuts. Archives of other bounds are read all the same; those of equal bounds are byte-identical. */
export interface WriterBounds {
  /** Blobs of this size and above are files of their own. */
  readonly fanoutFromBytes: number;
  /** A pack closes before it would be larger. */
  readonly packBytes: number;
  /** Of an index object. A pack closes too when so many entries wait for it, which bounds memory. */
  readonly indexEntries: number;
  readonly indexBytes: number;
}

export const BOUNDS: WriterBounds = {
  fanoutFromBytes: 4 * MIB,
  packBytes: 64 * MIB,
  indexEntries: 10_000,
  indexBytes: 48 * MIB,
};
