-- Which file of an imported source an attachment is, the newest where the file has changed.
CREATE TABLE resource_provenance (
  source_kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  resource_pk INTEGER NOT NULL REFERENCES resources (pk) ON DELETE CASCADE,
  imported_at INTEGER NOT NULL,
  PRIMARY KEY (source_kind, source_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX resource_provenance_resource ON resource_provenance (resource_pk);
