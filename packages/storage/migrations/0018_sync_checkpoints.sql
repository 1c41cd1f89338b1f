-- What is forgotten of the log, and what that takes. Nothing here is filled in for what was exchanged before.

-- Up to which operation some may be forgotten, and, of this library, up to which each was given away to be sealed.
ALTER TABLE sync_replicas ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sync_replicas ADD COLUMN offered INTEGER NOT NULL DEFAULT 0;

-- The last operation of a segment and its Lamport number, which stay known when it is forgotten.
ALTER TABLE sync_segments ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sync_segments ADD COLUMN lamport INTEGER NOT NULL DEFAULT 0;

-- Checkpoints of replicas by the names of the artifacts with their heads, and what was found of them.
CREATE TABLE sync_checkpoints (
  name TEXT PRIMARY KEY,
  replica TEXT NOT NULL,
  n INTEGER NOT NULL,
  head BLOB NOT NULL,
  at INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  problem TEXT
) STRICT, WITHOUT ROWID;
