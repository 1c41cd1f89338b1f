import type { Manifest } from '@notes/archive-manifest';

/**
 * First schema version with a column for every field of the records. Archives of older ones are neither written nor
 * read.
 */
export const OLDEST_SCHEMA = 13;
/** First schema version with source bundles. */
const WITH_BUNDLES = 14;

/** Returns the oldest schema version that can restore an archive with these record counts. */
export const oldestSchemaFor = ({ source_bundles }: Manifest['counts']): number =>
  source_bundles > 0 ? WITH_BUNDLES : OLDEST_SCHEMA;
