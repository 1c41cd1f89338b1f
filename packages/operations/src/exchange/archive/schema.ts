import type { Manifest } from '@notes/archive-manifest';

/**
 * First schema version with a column for every field of the records. Archives of older ones are neither written nor
 * read.
 */
export const OLDEST_SCHEMA = 13;
/** First schema version with source bundles. */
const WITH_BUNDLES = 14;
/** First schema version in which several attachments can have the same source. */
const WITH_SHARED_SOURCES = 26;

/**
 * Returns the oldest schema version that can restore an archive.
 *
 * @param counts numbers of its records
 * @param hasSharedSources true when several attachments have the same source
 */
export function oldestSchemaFor({ source_bundles }: Manifest['counts'], hasSharedSources: boolean): number {
  if (hasSharedSources) return WITH_SHARED_SOURCES;
  return source_bundles > 0 ? WITH_BUNDLES : OLDEST_SCHEMA;
}
