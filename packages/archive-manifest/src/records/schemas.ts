import { z } from 'zod';
import type { EntityName } from '../entities.js';
import { idSchema, integer, sha256Schema } from '../manifest/schema.js';

/** Timestamp in UTC, to the millisecond. */
const instant = z.iso.datetime({ precision: 3 });
const text = z.string();
/** Identifier that the writing program defines: an origin, a relation. */
const word = z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/);
const emoji = text.nullable();

/** Largest number of former titles of a note; the latest are kept. */
const MAX_FORMER_TITLES = 100;
/** Largest number of sources of an attachment; the latest imports are kept. */
const MAX_SOURCES = 100;

/** Fields of each record. None is omitted: a missing value is null. */
const records = {
  collections: { id: idSchema, name: text, created_at: instant },
  notebooks: {
    id: idSchema,
    collection_id: idSchema,
    parent_id: idSchema.nullable(),
    /** Number of notebooks above it. */
    depth: integer(0),
    name: text,
    icon_emoji: emoji,
    builtin: z.boolean(),
    read_only: z.boolean(),
    created_at: instant,
    updated_at: instant,
  },
  search_notebooks: {
    id: idSchema,
    name: text,
    query: text,
    icon_emoji: emoji,
    builtin: z.boolean(),
    created_at: instant,
  },
  tags: { id: idSchema, name: text, created_at: instant },
  documents: {
    id: idSchema,
    collection_id: idSchema,
    notebook_id: idSchema,
    title: text,
    current_revision_id: idSchema,
    /** Name of the imported file, by which links of other files refer to the note. */
    file_name: text.nullable(),
    /** Former titles, case-folded, the latest last. */
    former_titles: z.array(text).max(MAX_FORMER_TITLES),
    deleted_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  },
  revisions: {
    id: idSchema,
    document_id: idSchema,
    /** Position from the oldest revision in the archive, which has 0. */
    ordinal: integer(0),
    parent_ids: z.array(idSchema).max(64),
    title: text,
    /** Null when the body is the blob with this digest. */
    body: text.nullable(),
    body_sha256: sha256Schema,
    body_bytes: integer(0),
    /** Source of the revision: an interface of the service, or an import. */
    origin: word,
    author_replica_id: idSchema.nullable(),
    created_at: instant,
  },
  document_tags: { document_id: idSchema, tag_id: idSchema },
  resources: {
    id: idSchema,
    /** Digest of the blob with its bytes. */
    sha256: sha256Schema,
    size_bytes: integer(0),
    filename: text,
    mime_type: text,
    created_at: instant,
    /** Time since which no note has the attachment, and the reason. */
    unattached_at: instant.nullable(),
    unattached_by: word.nullable(),
    /** Imported files that the attachment comes from, by kind and id. */
    sources: z.array(z.strictObject({ imported_at: instant, source_id: text, source_kind: text })).max(MAX_SOURCES),
  },
  document_resources: { document_id: idSchema, resource_id: idSchema, relation_type: word },
  links: {
    document_id: idSchema,
    revision_id: idSchema,
    ordinal: integer(0),
    start_byte: integer(0),
    end_byte: integer(0),
    kind: word,
    /** Target as written. */
    target: text,
  },
  provenance: {
    document_id: idSchema,
    source_kind: text,
    source_id: text,
    content_sha256: sha256Schema,
    imported_at: instant,
  },
  source_bundles: { id: idSchema, sha256: sha256Schema, size_bytes: integer(0), kind: word, created_at: instant },
} as const satisfies Record<EntityName, z.core.$ZodShape>;

/** Sorts fields in the order of canonical JSON, so that a validated record needs no sorting when written. */
const inOrder = (shape: z.core.$ZodShape) =>
  Object.fromEntries(Object.entries(shape).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Strict schema of each entity. */
export const recordSchemas = Object.fromEntries(
  Object.entries(records).map(([entity, shape]) => [entity, z.strictObject(inOrder(shape))]),
) as unknown as { readonly [Entity in EntityName]: z.ZodObject<(typeof records)[Entity], z.core.$strict> };

/** Names of the fields of each record. */
export const RECORD_FIELDS = Object.fromEntries(
  Object.entries(records).map(([entity, shape]) => [entity, Object.keys(shape)]),
) as unknown as Readonly<Record<EntityName, readonly string[]>>;

type Fields<Shape extends z.core.$ZodShape> = { readonly [Field in keyof Shape]: z.output<Shape[Field]> };
/** Types of the records of each entity, by its name. */
export type ArchiveRecords = { readonly [Entity in EntityName]: Fields<(typeof records)[Entity]> };
/** Record of one entity, as a chunk has it. */
export type ArchiveRecord<Entity extends EntityName = EntityName> = ArchiveRecords[Entity];
