-- What peer sync costs a change: what it writes stands in pages that the change writes anyway.

-- What the log says of a note, as JSON; null where it does not know the note. In sync_states it is that of notes that are
-- gone and whose going is yet to be said.
ALTER TABLE documents ADD COLUMN synced TEXT;
UPDATE documents SET synced = (
    SELECT iif(s.state ->> 'heads' IS NOT NULL, s.state, json_set(s.state,
      '$.heads', iif(o.operation IS NULL, json('[]'), json_array(o.operation ->> 'rev')),
      '$.revisionPk', (SELECT r.pk FROM revisions r WHERE r.id = o.operation ->> 'rev')))
    FROM sync_states s LEFT JOIN sync_ops o ON (o.replica_pk, o.seq) = (
      SELECT w.replica_pk, w.seq FROM sync_ops w WHERE w.entity = s.id AND w.operation ->> 'op' = 'doc.write'
      ORDER BY w.replica_pk = 1 DESC, w.lamport DESC LIMIT 1)
    WHERE s.id = documents.id)
  WHERE EXISTS (SELECT 1 FROM sync_states s WHERE s.id = documents.id);
DELETE FROM sync_states WHERE id >= 'doc_' AND id < 'doc`';

-- The last operations of this library are found by what they change without the index, and put there many at once.
ALTER TABLE sync_ops ADD COLUMN indexed INTEGER NOT NULL DEFAULT 1;
DROP INDEX sync_ops_entity;
CREATE INDEX sync_ops_entity ON sync_ops (entity) WHERE indexed = 1;
-- Up to which operation of this library all are there.
ALTER TABLE sync_replicas ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
UPDATE sync_replicas SET indexed = coalesce((SELECT max(seq) FROM sync_ops WHERE replica_pk = 1), 0) WHERE pk = 1;
