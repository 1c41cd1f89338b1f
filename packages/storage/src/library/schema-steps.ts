/** Released step of the schema: a file of SQL statements in the folder `migrations`. */
export interface SchemaStep {
  readonly version: number;
  readonly name: string;
  /** SHA-256 of the file, hex: a released step never changes. */
  readonly sha256: string;
}

/** Steps in order, without gaps. The first released schema is 12. */
export const schemaSteps = [
  {
    version: 12,
    name: '0012_initial.sql',
    sha256: '31bbab4be237d5d0cbad913ff8ab0112dedad1abcd92e37ee4c6f1633258e528',
  },
  {
    version: 13,
    name: '0013_resource_provenance.sql',
    sha256: '017af47a2caae5439075b1748ba1274d09efee645f02aab7fec074c1eced29b9',
  },
  {
    version: 14,
    name: '0014_source_bundles.sql',
    sha256: 'dc3a47a30097b03968deba0bc7c60717e2411c929600521175add98fb34b7c2e',
  },
  {
    version: 15,
    name: '0015_sync.sql',
    sha256: '4a19a227eec8e8a55a028985a797ca9e90c743dc08dc9c50d3527a9106f8e9e4',
  },
  {
    version: 16,
    name: '0016_sync_exchange.sql',
    sha256: 'af0591003167a9bc3da77217179d5aa8cde8ae44466a8e1b6b0e3a11c9286beb',
  },
  {
    version: 17,
    name: '0017_imported_metadata.sql',
    sha256: '0c686f2a3901a6f619e21cf6506fb559442fb0eb94e8a30246cf96cf4c55eedc',
  },
  {
    version: 18,
    name: '0018_sync_checkpoints.sql',
    sha256: '57d55dc36b92255763e1baf188b177f20fad86e123e9a14240715fd61da47fd2',
  },
  {
    version: 19,
    name: '0019_sync_intents.sql',
    sha256: 'ca3f572647ebe62c66eeaa1e96ecd51dbd8a425181f9590671ae2a2b0776ff53',
  },
  {
    version: 20,
    name: '0020_sync_checks.sql',
    sha256: 'fdda3300309e2057cc1a2f417014024db8ce837ccc61c713070ec7fcad88fb0d',
  },
  {
    version: 21,
    name: '0021_sync_costs.sql',
    sha256: '808686a97ba08e440a393d52904d679f7d0955038066564400223a2a1d74d0f5',
  },
  {
    version: 22,
    name: '0022_sync_unsettled.sql',
    sha256: 'e801c66dc20caa8dba32e62a0eef34711185312b043eab54258ffc25cab1c52f',
  },
  {
    version: 23,
    name: '0023_sync_log_key.sql',
    sha256: 'f49df936b11483967099f00756631d7f4b66b12147c0ea55a5ff8d8cc25fd2bf',
  },
  {
    version: 24,
    name: '0024_link_names.sql',
    sha256: 'f7b121574afdf7267d5eb3ee10987dfdeb8cde632ca33027968d36e9de7a7078',
  },
  {
    version: 25,
    name: '0025_search_feed.sql',
    sha256: '577fd8c0b0e9abe633da68e8627bf78222824f74b5df0abd7a12bd97bf4d2ab7',
  },
  {
    version: 26,
    name: '0026_attachment_sources.sql',
    sha256: 'e46d277814e85d2b7884a4d531ec0d502ee22af666b2259f27a50df1cd94737d',
  },
] as const satisfies readonly SchemaStep[];

/** Schema version that this program reads and writes. */
export const SCHEMA_VERSION: number = Math.max(...schemaSteps.map(({ version }) => version));
