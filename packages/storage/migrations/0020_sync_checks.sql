-- Content that was read back from a place of exchange, every chunk of it sound, and when it last was, in ms since 1970.
CREATE TABLE sync_verified (
  carrier TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (carrier, sha256)
) STRICT, WITHOUT ROWID;

-- How far the clock of a replica was ahead of this one's when it was last asked, in ms.
CREATE TABLE sync_clocks (
  replica TEXT PRIMARY KEY,
  skew_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
