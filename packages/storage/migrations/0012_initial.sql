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
  deleted_at INTEGER,
  -- What the body holds, as bits: FEATURES in src/derived.ts.
  features INTEGER NOT NULL DEFAULT 0,
  open_tasks INTEGER NOT NULL DEFAULT 0,
  done_tasks INTEGER NOT NULL DEFAULT 0,
  -- Of the file a note was imported from: links between files name it so.
  file_name TEXT
) STRICT;
-- The last three columns let a search by date, notebook or feature pass over notes without reading their rows.
CREATE INDEX documents_active ON documents (updated_at DESC, pk DESC, created_at, notebook_pk, features)
  WHERE deleted_at IS NULL;
CREATE INDEX documents_trashed ON documents (updated_at DESC, pk DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX documents_notebook ON documents (notebook_pk, deleted_at, updated_at DESC, pk DESC);
CREATE INDEX documents_title ON documents (title_key) WHERE deleted_at IS NULL;
CREATE INDEX documents_tasks ON documents (updated_at DESC, pk DESC, notebook_pk, open_tasks, done_tasks)
  WHERE deleted_at IS NULL AND open_tasks + done_tasks > 0;
CREATE INDEX documents_templates ON documents (title_key) WHERE features & 64;
CREATE INDEX documents_unparsed ON documents (pk) WHERE features & 768;

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

-- Keys that name a note for links, beside its title_key: the last segment of its title, its file's name.
CREATE TABLE document_names (
  key TEXT NOT NULL,
  document_pk INTEGER NOT NULL REFERENCES documents (pk),
  PRIMARY KEY (key, document_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_names_document ON document_names (document_pk);

-- The words of every title, for suggestions. No foreign key: the words of a title that goes are known from it.
CREATE TABLE title_words (
  word TEXT NOT NULL,
  document_pk INTEGER NOT NULL,
  PRIMARY KEY (word, document_pk)
) STRICT, WITHOUT ROWID;

-- Titles that notes had, the last given up with the highest pk.
CREATE TABLE former_titles (
  pk INTEGER PRIMARY KEY,
  document_pk INTEGER NOT NULL REFERENCES documents (pk),
  title_key TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX former_titles_document ON former_titles (document_pk, title_key);
CREATE INDEX former_titles_title ON former_titles (title_key);

-- The links of each note's text, n counting from 0, trashed notes too. kind and state are places in the lists of
-- src/derived.ts. target is what is written; title, what it means as a title of a note, and text, what is shown, are
-- null where they are the same. target_key is what a link is found by when notes and attachments change: the name it
-- ends with, `./` and that name when the notebook its own note is in matters too, `/` and the id of a note, or `@/` and
-- the id of an attachment. target_pk is the note it means, null for an attachment.
-- target_pk is no foreign key: links to a note that is deleted are resolved anew after it is gone.
CREATE TABLE links (
  source_pk INTEGER NOT NULL REFERENCES documents (pk),
  n INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  line INTEGER NOT NULL,
  column_no INTEGER NOT NULL,
  start_byte INTEGER NOT NULL,
  end_byte INTEGER NOT NULL,
  target TEXT NOT NULL,
  title TEXT,
  anchor TEXT,
  text TEXT,
  state INTEGER NOT NULL,
  target_key TEXT,
  target_pk INTEGER,
  PRIMARY KEY (source_pk, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX links_key ON links (target_key) WHERE target_key IS NOT NULL;
CREATE INDEX links_target ON links (target_pk) WHERE target_pk IS NOT NULL;

-- The marker of a task is its block's id where that begins with `^`.
CREATE TABLE tasks (
  document_pk INTEGER NOT NULL REFERENCES documents (pk),
  n INTEGER NOT NULL,
  done INTEGER NOT NULL,
  line INTEGER NOT NULL,
  text TEXT NOT NULL,
  block_id TEXT NOT NULL,
  due TEXT,
  PRIMARY KEY (document_pk, n)
) STRICT, WITHOUT ROWID;

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
-- The prefix index serves `k*`: without it every word that begins with k is merged for each such search. One for two
-- letters as well would take a third of the Markdown's size, and a third of the time a note takes to index.
CREATE VIRTUAL TABLE search_fts USING fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1'
);
-- Merging segments later saves a tenth of what a write puts into the log.
INSERT INTO search_fts (search_fts, rank) VALUES ('automerge', 8);

-- Attachments: several may share one file of bytes, named by its SHA-256.
-- unattached_at and unattached_by tell since when no note has it and why: UNATTACHED in src/resources.
CREATE TABLE resources (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  sha256 BLOB NOT NULL,
  size_bytes INTEGER NOT NULL,
  filename TEXT NOT NULL,
  filename_key TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  unattached_at INTEGER,
  unattached_by INTEGER
) STRICT;
CREATE INDEX resources_sha256 ON resources (sha256);
CREATE INDEX resources_mime_type ON resources (mime_type);
CREATE INDEX resources_unattached ON resources (unattached_at) WHERE unattached_at IS NOT NULL;

-- Which notes have which attachments, trashed notes too. The relation `embedded` follows the text of the note.
CREATE TABLE document_resources (
  document_pk INTEGER NOT NULL REFERENCES documents (pk),
  resource_pk INTEGER NOT NULL REFERENCES resources (pk),
  relation_type TEXT NOT NULL,
  PRIMARY KEY (document_pk, resource_pk, relation_type)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_resources_resource ON document_resources (resource_pk);

-- Answers of batches that were named, kept for a day: the same request again does nothing again.
CREATE TABLE batch_requests (
  request_key TEXT PRIMARY KEY,
  arguments_sha256 BLOB NOT NULL,
  report TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX batch_requests_created ON batch_requests (created_at);

-- Long work. owner is the random token of the process that runs it; parameters, checkpoint and summary are JSON, of
-- which only the summary, without content of notes, is ever shown.
CREATE TABLE jobs (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  phase TEXT NOT NULL,
  processed INTEGER NOT NULL,
  total INTEGER,
  summary TEXT NOT NULL,
  parameters TEXT NOT NULL,
  checkpoint TEXT,
  owner TEXT,
  cancel_requested INTEGER NOT NULL DEFAULT 0,
  error_code TEXT,
  error_message TEXT,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  heartbeat_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE INDEX jobs_unfinished ON jobs (state) WHERE state IN ('queued', 'running');
