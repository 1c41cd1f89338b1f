import type { Manifest } from '@notes/archive-manifest';

/** The first schema with a place for every field of the records: of older ones no archive is written, none is read. */
export const OLDEST_SCHEMA = 13;
/** The first with a place for what imported sources were. */
const WITH_BUNDLES = 14;

/** The oldest schema whose program can restore an archive that counts this. */
export const oldestSchemaFor = ({ source_bundles }: Manifest['counts']): number =>
  source_bundles > 0 ? WITH_BUNDLES : OLDEST_SCHEMA;
