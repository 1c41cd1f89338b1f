-- Several attachments may come from the same source: the states of a file that changed between imports. The former key
-- kept only one of them, while the operation log has all.
CREATE TABLE attachment_sources (
  source_kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  resource_pk INTEGER NOT NULL REFERENCES resources (pk) ON DELETE CASCADE,
  imported_at INTEGER NOT NULL,
  PRIMARY KEY (source_kind, source_id, resource_pk)
) STRICT, WITHOUT ROWID;
INSERT INTO attachment_sources SELECT source_kind, source_id, resource_pk, imported_at FROM resource_provenance;
-- Rows that the former key dropped. The last operation counts, in the order of all replicas.
INSERT OR IGNORE INTO attachment_sources
  SELECT o.operation ->> 'source_kind', o.operation ->> 'source_id', r.pk, o.operation ->> 'imported'
  FROM sync_ops o
    JOIN resources r ON r.id = o.entity
    JOIN sync_replicas a ON a.pk = o.replica_pk
  WHERE o.entity >= 'res_' AND o.entity < 'res`' AND o.operation ->> 'op' = 'src.provenance'
  ORDER BY o.lamport DESC, a.id DESC, o.seq DESC;
DROP TABLE resource_provenance;
ALTER TABLE attachment_sources RENAME TO resource_provenance;
CREATE INDEX resource_provenance_resource ON resource_provenance (resource_pk);
-- The stored digest of the library does not include the restored rows.
DELETE FROM meta WHERE key = 'sync_digest';
