/** Most entries in an archive. */
export const MAX_ENTRIES = 500_000;
/** Largest ratio of the decompressed to the compressed size of an entry. */
export const MAX_RATIO = 200;
/** Decompressed size, in bytes, up to which an entry may have any ratio. */
export const RATIO_FREE_BYTES = 1024 * 1024;
