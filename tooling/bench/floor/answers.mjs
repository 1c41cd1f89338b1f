// @ts-check

const time = (/** @type {number} */ ms) => new Date(ms).toISOString();

/** Formats a note as the contract requires of any server. */
export const toDocument = (/** @type {any} */ row) => ({
  id: row.id,
  uri: `document://default/documents/${row.id}`,
  stable_link: `service://databases/db_00000000000000000000000000/documents/${row.id}`,
  notebook_id: row.notebook_id,
  title: row.title,
  current_revision_id: row.current_revision_id,
  editable: true,
  tags: JSON.parse(row.tags),
  size_bytes: row.size_bytes,
  created_at: time(row.created_at),
  updated_at: time(row.updated_at),
});

export const toReference = (/** @type {any} */ { id, title }) => ({
  document_id: id,
  uri: `document://default/documents/${id}`,
  title,
});

export const toHit = (/** @type {any} */ row) => ({
  document_id: row.id,
  uri: `document://default/documents/${row.id}`,
  title: row.title,
  notebook_id: row.notebook_id,
  tags: JSON.parse(row.tags),
  updated_at: time(row.updated_at),
});

export const toPlacedReference = (/** @type {any} */ row) => ({ ...toReference(row), notebook_id: row.notebook_id });
