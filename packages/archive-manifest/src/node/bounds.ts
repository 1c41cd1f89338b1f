const MIB = 1024 * 1024;

/** Sizes at which a writer splits files. Readers accept other bounds; equal bounds give byte-identical archives. */
export interface WriterBounds {
  /** Smallest size of a blob that gets a file of its own. */
  readonly fanoutFromBytes: number;
  /** Largest size of a pack. */
  readonly packBytes: number;
  /**
   * Largest number of entries of an index object. A pack closes too when so many entries wait for it, which bounds
   * memory.
   */
  readonly indexEntries: number;
  readonly indexBytes: number;
}

/** Default bounds of an `ArchiveWriter`. */
export const BOUNDS: WriterBounds = {
  fanoutFromBytes: 4 * MIB,
  packBytes: 64 * MIB,
  indexEntries: 10_000,
  indexBytes: 48 * MIB,
};
