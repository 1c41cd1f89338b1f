-- What each source was when notes were last imported from it: the file itself, or an inventory of its files. The bytes
-- are kept as those of attachments are; the id is a digest of the format and the name of the source.
CREATE TABLE source_bundles (
  pk INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  sha256 BLOB NOT NULL,
  size_bytes INTEGER NOT NULL,
  kind TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX source_bundles_sha256 ON source_bundles (sha256);
