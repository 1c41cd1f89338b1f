-- What replicas exchange. Empty until the library has exchanged anything.

-- Notes that took in what the purge of another had not seen, with the note that was there first.
CREATE TABLE sync_lineages (
  id TEXT PRIMARY KEY,
  root TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Conflicts ever seen; subject is the note, notebook or saved search. record is JSON, without any text of a note.
CREATE TABLE sync_conflicts (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  record TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  closed_at INTEGER,
  resolution TEXT,
  resolved_by TEXT
) STRICT;
CREATE INDEX sync_conflicts_subject ON sync_conflicts (subject);
CREATE INDEX sync_conflicts_open ON sync_conflicts (pk) WHERE closed_at IS NULL;

-- Attachments that somebody deleted while a note had them.
CREATE INDEX sync_states_condemned ON sync_states (id) WHERE state ->> 'condemned';

-- Artifacts this library sealed, as they are put on carriers.
CREATE TABLE sync_sealed (
  class TEXT NOT NULL,
  n INTEGER NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (class, n)
) STRICT;

-- The digests of segments that were taken over or sealed.
CREATE TABLE sync_segments (
  replica TEXT NOT NULL,
  n INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (replica, n)
) STRICT, WITHOUT ROWID;

-- Operations on who is a member, as they were signed; those of this library that are in no artifact yet have no place.
CREATE TABLE sync_control (
  namespace TEXT NOT NULL,
  n INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  payload BLOB NOT NULL,
  PRIMARY KEY (namespace, n)
) STRICT;
CREATE TABLE sync_control_unsealed (
  pk INTEGER PRIMARY KEY,
  payload BLOB NOT NULL
) STRICT;

CREATE TABLE sync_acks (
  replica TEXT PRIMARY KEY,
  n INTEGER NOT NULL,
  payload BLOB NOT NULL
) STRICT;

-- What is known of carriers: the highest index seen at a place, what was found wrong, and which content is there.
CREATE TABLE sync_seen (
  carrier TEXT NOT NULL,
  place TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (carrier, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_alerts (
  carrier TEXT PRIMARY KEY,
  alerts TEXT NOT NULL
) STRICT;
CREATE TABLE sync_forks (
  replica TEXT NOT NULL,
  class TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (replica, class, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_published (
  carrier TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (carrier, sha256)
) STRICT, WITHOUT ROWID;

-- Texts too long for a segment that came before the operation that names them.
CREATE TABLE sync_texts (
  sha256 TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;

-- The revisions of this library whose texts are too long for a segment.
CREATE TABLE sync_long_texts (
  revision_id TEXT PRIMARY KEY,
  sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sync_long_texts_sha256 ON sync_long_texts (sha256);
