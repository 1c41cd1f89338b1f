import { z } from 'zod';
import type { EntityName } from '../entities.js';
import { idSchema, integer, sha256Schema } from '../manifest/schema.js';

/** As records have it: UTC, to the millisecond. */
const instant = z.iso.datetime({ precision: 3 });
const text = z.string();
/** A word of the program that wrote the record: an origin, a relation. */
const word = z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/);
const emoji = text.nullable();

/** How many titles a note had are kept, the last ones. */
const FORMER_TITLES = 100;
/** How many files an attachment is known to be of are kept, those imported last. */
const SOURCES = 100;

/** The fields of each record. None is left out: what there is not is null. */
const records = {
  collections: { id: idSchema, name: text, created_at: instant },
  notebooks: {
    id: idSchema,
    collection_id: idSchema,
    parent_id: idSchema.nullable(),
    /** Notebooks above it. */
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
    /** Of the file it was imported from, by which links of other files name it. */
    file_name: text.nullable(),
    /** Folded, the last given up at the end. */
    former_titles: z.array(text).max(FORMER_TITLES),
    deleted_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  },
  revisions: {
    id: idSchema,
    document_id: idSchema,
    /** From the oldest revision in the archive, which has 0. */
    ordinal: integer(0),
    parent_ids: z.array(idSchema).max(64),
    title: text,
    /** Null where it is the blob with this digest. */
    body: text.nullable(),
    body_sha256: sha256Schema,
    body_bytes: integer(0),
    /** What wrote it: a door of the service, an import. */
    origin: word,
    author_replica_id: idSchema.nullable(),
    created_at: instant,
  },
  document_tags: { document_id: idSchema, tag_id: idSchema },
  resources: {
    id: idSchema,
    /** Of the blob with its bytes. */
    sha256: sha256Schema,
    size_bytes: integer(0),
    filename: text,
    mime_type: text,
    created_at: instant,
    /** Since when no note has it, and why. */
    unattached_at: instant.nullable(),
    unattached_by: word.nullable(),
    /** The imported files it is known to be of, by kind and id. */
    sources: z.array(z.strictObject({ imported_at: instant, source_id: text, source_kind: text })).max(SOURCES),
  },
  document_resources: { document_id: idSchema, resource_id: idSchema, relation_type: word },
  links: {
    document_id: idSchema,
    revision_id: idSchema,
    ordinal: integer(0),
    start_byte: integer(0),
    end_byte: integer(0),
    kind: word,
    /** As written. */
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

/** In the order of canonical JSON, so that what is checked need not be sorted to be written. */
const inOrder = (shape: z.core.$ZodShape) =>
  Object.fromEntries(Object.entries(shape).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A closed schema for each entity. */
export const recordSchemas = Object.fromEntries(
  Object.entries(records).map(([entity, shape]) => [entity, z.strictObject(inOrder(shape))]),
) as unknown as { readonly [Entity in EntityName]: z.ZodObject<(typeof records)[Entity], z.core.$strict> };

/** The names of the fields of each record. */
export const RECORD_FIELDS = Object.fromEntries(
  Object.entries(records).map(([entity, shape]) => [entity, Object.keys(shape)]),
) as unknown as Readonly<Record<EntityName, readonly string[]>>;

type Fields<Shape extends z.core.$ZodShape> = { readonly [Field in keyof Shape]: z.output<Shape[Field]> };
export type ArchiveRecords = { readonly [Entity in EntityName]: Fields<(typeof records)[Entity]> };
export type ArchiveRecord<Entity extends EntityName = EntityName> = ArchiveRecords[Entity];
