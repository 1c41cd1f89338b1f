-- Feed of the search sidecar. Both tables describe this library file on this machine: they are in no archive and not
-- synchronised, and the change journal does not mention them.
CREATE TABLE search_feed (
  pk INTEGER PRIMARY KEY CHECK (pk = 1),
  -- Replica whose index the sidecar has. Another one, after the library joined a group, has an index of its own.
  replica_id TEXT NOT NULL,
  index_id TEXT,
  -- Sequence number of the journal up to which the index has all changes.
  fed_seq INTEGER NOT NULL,
  -- Sequence number of the journal up to which jobs were queued.
  journal_seq INTEGER NOT NULL,
  last_sync_at INTEGER,
  last_index_at INTEGER,
  last_reconciliation_at INTEGER,
  missing INTEGER NOT NULL DEFAULT 0,
  stale INTEGER NOT NULL DEFAULT 0,
  orphaned INTEGER NOT NULL DEFAULT 0,
  repaired INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  -- Task that a person requested: reconcile or rebuild.
  request TEXT
) STRICT;

-- Notes to send to the index or to remove from it, each with the number of its last change in the journal.
CREATE TABLE search_jobs (
  document_id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  queued_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  last_error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX search_jobs_order ON search_jobs (failed, attempts, seq);
