/**
 * Statements that insert the rows of an archive. Parameters are named after the record fields; times are in
 * milliseconds, flags are 0 and 1, `name_key` is derived from the name. A row with a dangling reference inserts
 * nothing.
 */
export const INSERTS = {
  notebooks: `
    WITH RECURSIVE up (pk, above) AS (
      SELECT pk, 1 FROM notebooks WHERE id = @parent_id
      UNION ALL SELECT n.parent_pk, above + 1 FROM up JOIN notebooks n ON n.pk = up.pk WHERE n.parent_pk IS NOT NULL)
    INSERT INTO notebooks (id, parent_pk, name, name_key, icon_emoji, builtin, read_only, created_at, updated_at)
    SELECT @id, (SELECT pk FROM notebooks WHERE id = @parent_id), @name, @name_key, @icon_emoji, @builtin, @read_only,
      @created_at, @updated_at
    WHERE coalesce((SELECT max(above) FROM up), 0) = @depth AND (@parent_id IS NULL) = (@depth = 0)`,
  search_notebooks: `INSERT INTO search_notebooks (id, name, name_key, query, icon_emoji, builtin, created_at)
    VALUES (@id, @name, @name_key, @query, @icon_emoji, @builtin, @created_at)`,
  tags: 'INSERT INTO tags (id, name, name_key, created_at) VALUES (@id, @name, @name_key, @created_at)',
  documents: `INSERT INTO documents (id, notebook_pk, revision_pk, title, title_key, excerpt, size_bytes, created_at,
      updated_at, deleted_at, file_name)
    SELECT @id, pk, 0, @title, @name_key, '', 0, @created_at, @updated_at, @deleted_at, @file_name
    FROM notebooks WHERE id = @notebook_id AND read_only = 0`,
  resources: `INSERT INTO resources (id, sha256, size_bytes, filename, filename_key, mime_type, created_at,
      unattached_at, unattached_by)
    VALUES (@id, unhex(@sha256), @size_bytes, @filename, @name_key, @mime_type, @created_at, @unattached_at,
      @unattached_by)`,
  resource_sources: `INSERT INTO resource_provenance (source_kind, source_id, resource_pk, imported_at)
    SELECT @source_kind, @source_id, pk, @imported_at FROM resources WHERE id = @resource_id`,
  document_tags: `INSERT INTO document_tags (document_pk, tag_pk)
    SELECT d.pk, t.pk FROM documents d JOIN tags t ON t.id = @tag_id WHERE d.id = @document_id`,
  document_resources: `INSERT INTO document_resources (document_pk, resource_pk, relation_type)
    SELECT d.pk, r.pk, @relation_type FROM documents d JOIN resources r ON r.id = @resource_id WHERE d.id = @document_id`,
  provenance: `INSERT INTO provenance (document_pk, source_kind, source_id, content_sha256, imported_at)
    SELECT pk, @source_kind, @source_id, @content_sha256, @imported_at FROM documents WHERE id = @document_id`,
  source_bundles: `INSERT INTO source_bundles (id, sha256, size_bytes, kind, created_at)
    VALUES (@id, unhex(@sha256), @size_bytes, @kind, @created_at)`,
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

/**
 * Journal entries for all entities, so that a reader of the journal sees everything from the first sequence number on.
 */
export const JOURNAL = ['notebooks', 'search_notebooks', 'tags', 'resources', 'documents', 'source_bundles'].map(
  (table) => `INSERT INTO change_journal (entity, entity_id, kind)
    SELECT '${table.slice(0, -1)}', id, 'create' FROM ${table} ORDER BY pk`,
);
