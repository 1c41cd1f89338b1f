import { z } from 'zod';
import { mapEntities } from '../entities.js';
import { LIMITS } from '../limits.js';

/** Value of `format` in every manifest. */
export const FORMAT = 'service-archive';
/** Version of the archive format that this package reads and writes. */
export const VERSION = 2;
/** Media type of an index object: JSON Lines of entries. */
export const INDEX_MEDIA_TYPE = 'application/vnd.service.archive-v2-index+jsonl';

/** Purposes of an archive: the whole library, a part of it for another library, or a part of it for publication. */
export const TARGETS = ['full_archive', 'subset_transfer', 'publication_handoff'] as const;

/** Turns −0 into 0: JSON can express −0, which has no canonical form. */
const withoutSign = (value: number) => value + 0;

/** Schema of an integer that every JSON parser reads alike. */
export const integer = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) =>
  z.int().min(minimum).max(maximum).overwrite(withoutSign);

/** Schema of an id: 2 to 128 characters of `a-z`, `0-9`, `_`, `.`, `:` and `-`, beginning with a letter or digit. */
export const idSchema = z.string().regex(/^[a-z0-9][a-z0-9_.:-]{1,127}$/);
/** Schema of a SHA-256: 64 lower-case hexadecimal digits. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
/** RFC 3339, in upper case and without leap seconds. */
const timestamp = z.iso.datetime({ offset: true });

/** Schema of {@link Snapshot}. */
export const snapshotSchema = z.strictObject({
  id: idSchema,
  created_at: timestamp,
  target: z.enum(TARGETS),
  database_id: idSchema,
  source_replica_id: idSchema,
  consistency: z.literal('sqlite_read_transaction'),
  collection_ids: z.array(idSchema).min(1).max(LIMITS.collections),
  selection_manifest_sha256: sha256Schema,
});

const schemaVersion = integer(LIMITS.schemaVersion);
const capabilities = z
  .array(idSchema)
  .max(LIMITS.capabilities)
  .refine((ids) => new Set(ids).size === ids.length, 'A capability is listed twice')
  .meta({ uniqueItems: true });

/** Schema of {@link Compatibility}. */
export const compatibilitySchema = z.strictObject({
  minimum_reader_version: z.literal(VERSION),
  source_schema_version: schemaVersion,
  minimum_schema_version: schemaVersion,
  maximum_schema_version: schemaVersion,
  required_capabilities: capabilities,
  optional_capabilities: capabilities,
});

/** Texts with lone surrogates have no canonical form. */
const isWellFormed = (text: string) => text.isWellFormed();

export const LAYOUTS = ['fanout', 'pack'] as const;

/** Schema of {@link Location}. */
export const locationSchema = z.strictObject({
  layout: z.enum(LAYOUTS),
  path: z.string().min(1).max(LIMITS.pathCharacters).refine(isWellFormed, 'The path has a lone surrogate').optional(),
  pack_sha256: sha256Schema.optional(),
  offset: integer(0).optional(),
  length: integer(0).optional(),
});

/** Schema of {@link IndexObject}. */
export const indexObjectSchema = z.strictObject({
  sha256: sha256Schema,
  size_bytes: integer(1, LIMITS.indexObjectBytes),
  entries: integer(1, LIMITS.indexEntries),
  media_type: z.literal(INDEX_MEDIA_TYPE),
  location: locationSchema,
});

/** Schema of {@link Totals}. */
export const totalsSchema = z.strictObject({
  objects: integer(1, LIMITS.objects),
  bytes: integer(0, LIMITS.bytes),
  record_chunks: integer(0, LIMITS.recordChunks),
  blobs: integer(0, LIMITS.blobs),
  packs: integer(0, LIMITS.packs).optional(),
});

/** Schema of {@link Counts}. */
export const countsSchema = z.strictObject(mapEntities(() => integer(0)));

/** Schema of {@link Manifest}; `checkManifest` checks the rules between its fields. */
export const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  commit_sha256: sha256Schema,
  snapshot: snapshotSchema,
  compatibility: compatibilitySchema,
  index: z.array(indexObjectSchema).min(1).max(LIMITS.indexObjects),
  totals: totalsSchema,
  counts: countsSchema,
});

/** Returns the JSON Schema (2020-12) of a manifest, for other tools; `schema.json` has the same. */
export const manifestJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(manifestSchema),
  title: 'Manifest of an archive of notes, format version 2',
});

/** Parsed manifest: the root of an archive, from which every byte of it is verified. */
export type Manifest = z.infer<typeof manifestSchema>;
/** Facts of the moment an archive was made: time, library, purpose and selection. */
export type Snapshot = z.infer<typeof snapshotSchema>;
/** Schema versions and capabilities a reader needs. See `checkCompatibility`. */
export type Compatibility = z.infer<typeof compatibilitySchema>;
/** Location of the bytes of an object: a file of its own, or a range of a pack. */
export type Location = z.infer<typeof locationSchema>;
/** Object of the index as the manifest lists it, with its digest, size and location. */
export type IndexObject = z.infer<typeof indexObjectSchema>;
/** Sums over the objects of an archive: objects, bytes, chunks, blobs and packs. */
export type Totals = z.infer<typeof totalsSchema>;
/** Number of records of each entity. */
export type Counts = z.infer<typeof countsSchema>;
