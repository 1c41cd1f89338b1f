import { z } from 'zod';
import { forEachEntity } from '../entities.js';
import { LIMITS } from '../limits.js';

export const FORMAT = 'service-archive';
export const VERSION = 2;
export const INDEX_MEDIA_TYPE = 'application/vnd.service.archive-v2-index+jsonl';

export const TARGETS = ['full_archive', 'subset_transfer', 'publication_handoff'] as const;

/** JSON knows a −0, which has no canonical form. */
const withoutSign = (value: number) => value + 0;

/** An integer of JSON that every parser reads alike. */
export const integer = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) =>
  z.int().min(minimum).max(maximum).overwrite(withoutSign);

export const idSchema = z.string().regex(/^[a-z0-9][a-z0-9_.:-]{1,127}$/);
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
/** RFC 3339, in upper case and without leap seconds. */
const timestamp = z.iso.datetime({ offset: true });

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
  .refine((ids) => new Set(ids).size === ids.length, 'names a capability twice')
  .meta({ uniqueItems: true });

export const compatibilitySchema = z.strictObject({
  minimum_reader_version: z.literal(VERSION),
  source_schema_version: schemaVersion,
  minimum_schema_version: schemaVersion,
  maximum_schema_version: schemaVersion,
  required_capabilities: capabilities,
  optional_capabilities: capabilities,
});

/** What is not has no canonical form. */
const isWellFormed = (text: string) => text.isWellFormed();

export const LAYOUTS = ['fanout', 'pack'] as const;

export const locationSchema = z.strictObject({
  layout: z.enum(LAYOUTS),
  path: z.string().min(1).max(LIMITS.pathCharacters).refine(isWellFormed, 'has a lone surrogate').optional(),
  pack_sha256: sha256Schema.optional(),
  offset: integer(0).optional(),
  length: integer(0).optional(),
});

export const indexObjectSchema = z.strictObject({
  sha256: sha256Schema,
  size_bytes: integer(1, LIMITS.indexObjectBytes),
  entries: integer(1, LIMITS.indexEntries),
  media_type: z.literal(INDEX_MEDIA_TYPE),
  location: locationSchema,
});

export const totalsSchema = z.strictObject({
  objects: integer(1, LIMITS.objects),
  bytes: integer(0, LIMITS.bytes),
  record_chunks: integer(0, LIMITS.recordChunks),
  blobs: integer(0, LIMITS.blobs),
  packs: integer(0, LIMITS.packs).optional(),
});

export const countsSchema = z.strictObject(forEachEntity(() => integer(0)));

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

/** JSON Schema (2020-12) of the shape, for tools that do not run this code: the same is in `schema.json`. */
export const manifestJsonSchema = (): Record<string, unknown> => ({
  ...z.toJSONSchema(manifestSchema),
  title: 'Manifest of an archive of notes, format version 2',
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Snapshot = z.infer<typeof snapshotSchema>;
export type Compatibility = z.infer<typeof compatibilitySchema>;
export type Location = z.infer<typeof locationSchema>;
export type IndexObject = z.infer<typeof indexObjectSchema>;
export type Totals = z.infer<typeof totalsSchema>;
export type Counts = z.infer<typeof countsSchema>;
