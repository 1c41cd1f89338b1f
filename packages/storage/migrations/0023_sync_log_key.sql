-- What peer sync costs a change: the log has its operations in one order of keys, of each replica by number and those of
-- this library last. So what is said here is put behind all else, and no page but the last is written again.
CREATE TABLE sync_log (
  pk INTEGER PRIMARY KEY,
  replica_pk INTEGER NOT NULL AS (-(pk >> 40)) VIRTUAL,
  seq INTEGER NOT NULL AS (pk & 0xffffffffff) VIRTUAL,
  lamport INTEGER NOT NULL,
  at INTEGER NOT NULL,
  entity TEXT NOT NULL,
  operation TEXT NOT NULL,
  indexed INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO sync_log (pk, lamport, at, entity, operation, indexed)
  SELECT seq - (replica_pk << 40), lamport, at, entity, operation, indexed FROM sync_ops ORDER BY replica_pk DESC, seq;
DROP TABLE sync_ops;
ALTER TABLE sync_log RENAME TO sync_ops;
CREATE INDEX sync_ops_entity ON sync_ops (entity) WHERE indexed = 1;
