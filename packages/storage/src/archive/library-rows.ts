import { sql } from 'drizzle-orm';
import { alias, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { build, defineQuery, literal, names, type Parameters } from '../library/query.js';
import {
  changeJournal,
  documentResources,
  documents,
  documentTags,
  notebooks,
  provenance,
  resourceProvenance,
  resources,
  searchNotebooks,
  sourceBundles,
  tags,
} from '../schema.js';

const n = alias(notebooks, 'n');
const d = alias(documents, 'd');
const r = alias(resources, 'r');
const t = alias(tags, 't');

type NotebookValues = {
  id: string;
  parent_id: string | null;
  depth: number;
  name: string;
  name_key: string;
  icon_emoji: string | null;
  builtin: boolean;
  read_only: boolean;
  created_at: number;
  updated_at: number;
};

type SearchNotebookValues = {
  id: string;
  name: string;
  name_key: string;
  query: string;
  icon_emoji: string | null;
  builtin: boolean;
  created_at: number;
};

type TagValues = {
  id: string;
  name: string;
  name_key: string;
  created_at: number;
};

type DocumentValues = {
  id: string;
  notebook_id: string;
  title: string;
  name_key: string;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  file_name: string | null;
};

type ResourceValues = {
  id: string;
  sha256: string;
  size_bytes: number;
  filename: string;
  name_key: string;
  mime_type: string;
  created_at: number;
  unattached_at: number | null;
  unattached_by: number | null;
};

type ResourceSourceValues = {
  source_kind: string;
  source_id: string;
  imported_at: number;
  resource_id: string;
};

type ProvenanceValues = {
  source_kind: string;
  source_id: string;
  content_sha256: string;
  imported_at: number;
  document_id: string;
};

type SourceBundleValues = {
  id: string;
  sha256: string;
  size_bytes: number;
  kind: string;
  created_at: number;
};

/**
 * Statements that insert the rows of an archive. Values are named after the record fields; times are in milliseconds,
 * `name_key` is derived from the name. A row with a dangling reference inserts nothing.
 */
export const INSERTS = {
  notebooks: defineQuery(
    (row: Parameters<NotebookValues>) => sql`
      WITH RECURSIVE up (pk, above) AS (
        SELECT ${n.pk}, 1 FROM ${notebooks} ${n} WHERE ${n.id} = ${row.parent_id}
        UNION ALL SELECT ${n.parentPk}, above + 1 FROM up JOIN ${notebooks} ${n} ON ${n.pk} = up.pk
          WHERE ${n.parentPk} IS NOT NULL)
      INSERT INTO ${notebooks} (${names(
        notebooks.id,
        notebooks.parentPk,
        notebooks.name,
        notebooks.nameKey,
        notebooks.iconEmoji,
        notebooks.builtin,
        notebooks.readOnly,
        notebooks.createdAt,
        notebooks.updatedAt,
      )})
      SELECT ${row.id}, (SELECT ${n.pk} FROM ${notebooks} ${n} WHERE ${n.id} = ${row.parent_id}), ${row.name},
        ${row.name_key}, ${row.icon_emoji}, ${row.builtin}, ${row.read_only}, ${row.created_at}, ${row.updated_at}
      WHERE coalesce((SELECT max(above) FROM up), 0) = ${row.depth} AND (${row.parent_id} IS NULL) = (${row.depth} = 0)`,
  ),
  search_notebooks: defineQuery((row: Parameters<SearchNotebookValues>) =>
    build.insert(searchNotebooks).values({
      id: row.id,
      name: row.name,
      nameKey: row.name_key,
      query: row.query,
      iconEmoji: row.icon_emoji,
      builtin: row.builtin,
      createdAt: row.created_at,
    }),
  ),
  tags: defineQuery((row: Parameters<TagValues>) =>
    build.insert(tags).values({ id: row.id, name: row.name, nameKey: row.name_key, createdAt: row.created_at }),
  ),
  documents: defineQuery(
    (row: Parameters<DocumentValues>) => sql`INSERT INTO ${documents} (${names(
      documents.id,
      documents.notebookPk,
      documents.revisionPk,
      documents.title,
      documents.titleKey,
      documents.excerpt,
      documents.sizeBytes,
      documents.createdAt,
      documents.updatedAt,
      documents.deletedAt,
      documents.fileName,
    )})
      SELECT ${row.id}, ${n.pk}, 0, ${row.title}, ${row.name_key}, '', 0, ${row.created_at}, ${row.updated_at},
        ${row.deleted_at}, ${row.file_name}
      FROM ${notebooks} ${n} WHERE ${n.id} = ${row.notebook_id} AND ${n.readOnly} = 0`,
  ),
  resources: defineQuery((row: Parameters<ResourceValues>) =>
    build.insert(resources).values({
      id: row.id,
      sha256: sql`unhex(${row.sha256})`,
      sizeBytes: row.size_bytes,
      filename: row.filename,
      filenameKey: row.name_key,
      mimeType: row.mime_type,
      createdAt: row.created_at,
      unattachedAt: row.unattached_at,
      unattachedBy: row.unattached_by,
    }),
  ),
  resource_sources: defineQuery(
    (row: Parameters<ResourceSourceValues>) => sql`INSERT INTO ${resourceProvenance} (${names(
      resourceProvenance.sourceKind,
      resourceProvenance.sourceId,
      resourceProvenance.resourcePk,
      resourceProvenance.importedAt,
    )})
      SELECT ${row.source_kind}, ${row.source_id}, ${r.pk}, ${row.imported_at}
      FROM ${resources} ${r} WHERE ${r.id} = ${row.resource_id}`,
  ),
  document_tags: defineQuery(
    (row: Parameters<{ document_id: string; tag_id: string }>) => sql`
      INSERT INTO ${documentTags} (${names(documentTags.documentPk, documentTags.tagPk)})
      SELECT ${d.pk}, ${t.pk} FROM ${documents} ${d} JOIN ${tags} ${t} ON ${t.id} = ${row.tag_id}
      WHERE ${d.id} = ${row.document_id}`,
  ),
  document_resources: defineQuery(
    (row: Parameters<{ document_id: string; resource_id: string; relation_type: string }>) => sql`
      INSERT INTO ${documentResources}
        (${names(documentResources.documentPk, documentResources.resourcePk, documentResources.relationType)})
      SELECT ${d.pk}, ${r.pk}, ${row.relation_type}
      FROM ${documents} ${d} JOIN ${resources} ${r} ON ${r.id} = ${row.resource_id} WHERE ${d.id} = ${row.document_id}`,
  ),
  provenance: defineQuery(
    (row: Parameters<ProvenanceValues>) => sql`INSERT INTO ${provenance} (${names(
      provenance.documentPk,
      provenance.sourceKind,
      provenance.sourceId,
      provenance.contentSha256,
      provenance.importedAt,
    )})
      SELECT ${d.pk}, ${row.source_kind}, ${row.source_id}, ${row.content_sha256}, ${row.imported_at}
      FROM ${documents} ${d} WHERE ${d.id} = ${row.document_id}`,
  ),
  source_bundles: defineQuery((row: Parameters<SourceBundleValues>) =>
    build.insert(sourceBundles).values({
      id: row.id,
      sha256: sql`unhex(${row.sha256})`,
      sizeBytes: row.size_bytes,
      kind: row.kind,
      createdAt: row.created_at,
    }),
  ),
} as const;
/** Name of an entity that {@link INSERTS} can insert. */
export type BuiltEntity = keyof typeof INSERTS;

/** Field from which `name_key` is derived. */
export const NAME_FIELDS: { readonly [Entity in BuiltEntity]?: string } = {
  notebooks: 'name',
  search_notebooks: 'name',
  tags: 'name',
  documents: 'title',
  resources: 'filename',
};

const JOURNALED: readonly (readonly [entity: string, table: SQLiteTable, pk: SQLiteColumn, id: SQLiteColumn])[] = [
  ['notebook', notebooks, notebooks.pk, notebooks.id],
  ['search_notebook', searchNotebooks, searchNotebooks.pk, searchNotebooks.id],
  ['tag', tags, tags.pk, tags.id],
  ['resource', resources, resources.pk, resources.id],
  ['document', documents, documents.pk, documents.id],
  ['source_bundle', sourceBundles, sourceBundles.pk, sourceBundles.id],
];
/**
 * Statements that add all entities to the journal, so that a reader of the journal sees everything from the first
 * sequence number on.
 */
export const INSERT_JOURNAL = JOURNALED.map(([entity, table, pk, id]) =>
  defineQuery(
    () => sql`INSERT INTO ${changeJournal} (${names(changeJournal.entity, changeJournal.entityId, changeJournal.kind)})
      SELECT ${literal(entity)}, ${id}, 'create' FROM ${table} ORDER BY ${pk}`,
  ),
);
