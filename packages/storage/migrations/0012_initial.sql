-- Times are milliseconds since 1970 UTC. Keys named *_key are NFC, case-folded forms made by the service.

CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE notebooks (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  parent_pk INTEGER REFERENCES notebooks (pk),
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  icon_emoji TEXT,
  builtin INTEGER NOT NULL DEFAULT 0,
  read_only INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX notebooks_sibling_name ON notebooks (coalesce(parent_pk, 0), name_key);

-- revision_pk is the current revision. It is no foreign key: with one, every insert into revisions would look through
-- documents for rows that wait for it.
CREATE TABLE documents (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  notebook_pk INTEGER NOT NULL REFERENCES notebooks (pk),
  revision_pk INTEGER NOT NULL,
  title TEXT NOT NULL,
  title_key TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
-- The last two columns let a search by date or notebook pass over notes without reading their rows.
CREATE INDEX documents_active ON documents (updated_at DESC, pk DESC, created_at, notebook_pk) WHERE deleted_at IS NULL;
CREATE INDEX documents_trashed ON documents (updated_at DESC, pk DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX documents_notebook ON documents (notebook_pk, deleted_at, updated_at DESC, pk DESC);
CREATE INDEX documents_title ON documents (title_key);

-- The body stays last: a row is read up to the column asked for.
CREATE TABLE revisions (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  document_pk INTEGER NOT NULL REFERENCES documents (pk),
  created_at INTEGER NOT NULL,
  origin TEXT NOT NULL,
  title TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  body_sha256 BLOB NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX revisions_document ON revisions (document_pk, pk);

CREATE TABLE tags (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE document_tags (
  document_pk INTEGER NOT NULL REFERENCES documents (pk),
  tag_pk INTEGER NOT NULL REFERENCES tags (pk),
  PRIMARY KEY (document_pk, tag_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_tags_tag ON document_tags (tag_pk, document_pk);

CREATE TABLE search_notebooks (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE,
  query TEXT NOT NULL,
  icon_emoji TEXT,
  builtin INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;

-- Where an imported note came from. Two notes may claim one source; a report says so.
CREATE TABLE provenance (
  document_pk INTEGER NOT NULL REFERENCES documents (pk),
  source_kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  content_sha256 TEXT NOT NULL,
  imported_at INTEGER NOT NULL,
  PRIMARY KEY (document_pk, source_kind, source_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX provenance_source ON provenance (source_kind, source_id);

CREATE TABLE change_journal (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  entity TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  kind TEXT NOT NULL
) STRICT;

-- Terms are folded and parted before they come here, so the plain ascii tokenizer finds them exactly.
-- The prefix indexes serve `k*` and `ka*`: without them every word that begins so is merged for each such search.
CREATE VIRTUAL TABLE search_fts USING fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2'
);
