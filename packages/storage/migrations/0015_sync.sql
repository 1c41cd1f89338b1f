-- Peer sync. All of it is empty, and costs nothing, until the library is initialised for it.

-- Every replica of which operations are known, with the last of them. The one with pk 1 is this library.
-- The rest is how far its segments were taken over, or sealed by this library: the newest artifact, and up to which
-- operation, with its Lamport number and, as JSON, its context.
CREATE TABLE sync_replicas (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  seq INTEGER NOT NULL DEFAULT 0,
  lamport INTEGER NOT NULL DEFAULT 0,
  segment INTEGER NOT NULL DEFAULT 0,
  segment_sha256 TEXT,
  segment_seq INTEGER NOT NULL DEFAULT 0,
  segment_lamport INTEGER NOT NULL DEFAULT 0,
  segment_context TEXT NOT NULL DEFAULT '{}'
) STRICT;

-- The log. operation is JSON without what the other columns say and without the body of a note, which is the revision's;
-- entity is the id of what it changes.
CREATE TABLE sync_ops (
  replica_pk INTEGER NOT NULL REFERENCES sync_replicas (pk),
  seq INTEGER NOT NULL,
  lamport INTEGER NOT NULL,
  at INTEGER NOT NULL,
  entity TEXT NOT NULL,
  operation TEXT NOT NULL,
  PRIMARY KEY (replica_pk, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX sync_ops_entity ON sync_ops (entity);

-- What this library had taken over of the others, as JSON, when it wrote its operation seq and those after it.
CREATE TABLE sync_contexts (
  seq INTEGER PRIMARY KEY,
  deps TEXT NOT NULL
) STRICT;

-- Bodies that operations refer to and that are no revision's any more.
CREATE TABLE sync_bodies (
  revision_id TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;

-- What the log says of each thing of the library, as JSON: a change is what differs from it.
CREATE TABLE sync_states (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
