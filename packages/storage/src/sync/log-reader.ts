import type { LoggedOperation, Operation, OperationOf, VersionVector } from '@notes/sync-protocol';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import { BY_ENTITY, buildKeySql, END_OF_NUMBERS, OWN } from './op-log.js';

/** Body of a revision, from the library or the log; empty for a purged one. */
const BODY = `coalesce((SELECT body FROM revisions WHERE id = $rev), (SELECT body FROM sync_bodies WHERE revision_id = $rev), '')`;
const columns = (body: string, log = 'sync_ops') => `SELECT r.id, o.seq, o.lamport, o.at, o.operation, ${body},
    (SELECT deps FROM sync_contexts WHERE o.replica_pk = ${OWN} AND seq = o.seq)
  FROM ${log} o JOIN sync_replicas r ON r.pk = o.replica_pk`;
const WITHOUT_BODIES = columns('NULL');
const WITH_BODIES = columns(
  `CASE o.operation ->> 'op' WHEN 'doc.write' THEN ${BODY.replaceAll('$rev', "o.operation ->> 'rev'")} END`,
);
const AFTER = `WHERE r.id = ? AND o.pk > ${buildKeySql('r.pk', '?')} AND o.pk < ${buildKeySql('r.pk', END_OF_NUMBERS)} ORDER BY o.pk`;
const OF_REPLICA = `${WITH_BODIES} ${AFTER} LIMIT ?`;
const ONE = `${WITH_BODIES} WHERE r.id = ? AND o.pk = ${buildKeySql('r.pk', '?')}`;
const BY_KEY = `${WITH_BODIES} WHERE o.pk = ?`;
const WITHOUT_BODIES_OF = `${WITHOUT_BODIES} ${AFTER}`;
const OF_SUBJECT = `${columns('NULL', BY_ENTITY)} WHERE o.entity = ?`;
/** Selects the operations of entities with a prefix: in ASCII, `_` is followed by a back-tick. */
const WITHIN = `${columns('NULL', BY_ENTITY)} WHERE o.entity >= ? || '_' AND o.entity < ? || '\`'`;
const ONE_BODY = `SELECT ${BODY.replaceAll('$rev', '@rev')}`;

type Columns = [
  replica: string,
  s: number,
  l: number,
  w: number,
  operation: string,
  body: string | null,
  context: string | null,
];

/** Reads the log. Operations include the bodies of notes only where documented. */
export class LogReader {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** Operations of a replica after a number, in order, at most `limit`, with bodies. */
  listByReplica(replica: string, after: number, limit: number): LoggedOperation[] {
    return this.#sql.rows<Columns>(OF_REPLICA, replica, after, limit).map(toLoggedOperation);
  }

  /** Returns an operation with its body. */
  at(replica: string, seq: number): LoggedOperation | undefined {
    const row = this.#sql.row<Columns>(ONE, replica, seq);
    return row && toLoggedOperation(row);
  }

  /** Returns an operation with its body, by its key. */
  byKey(pk: number): LoggedOperation {
    return toLoggedOperation(this.#sql.row<Columns>(BY_KEY, pk) as Columns);
  }

  /** Operations of a replica after a number, in order, without bodies. */
  withoutBodies(replica: string, after: number): LoggedOperation[] {
    return this.#sql.rows<Columns>(WITHOUT_BODIES_OF, replica, after).map(toLoggedOperation);
  }

  /** Operations of one note, tag or other entity, in no order, without bodies. */
  listByEntity(subject: string): LoggedOperation[] {
    return this.#sql.rows<Columns>(OF_SUBJECT, subject).map(toLoggedOperation);
  }

  /** Operations of all notebooks (`nb`), all tags (`tag`) and so on, without bodies. */
  listByPrefix(prefix: string): LoggedOperation[] {
    return this.#sql.rows<Columns>(WITHIN, prefix, prefix).map(toLoggedOperation);
  }

  readonly readBody = ({ rev }: OperationOf<'doc.write'>): string =>
    (this.#sql.row<[string]>(ONE_BODY, { rev }) as [string])[0];
}

function toLoggedOperation([replica, s, l, w, operation, body, context]: Columns): LoggedOperation {
  const { body_ref: _, ...saying } = JSON.parse(operation) as { body_ref?: unknown };
  return {
    replica,
    operation: { ...saying, s, l, w, ...(body !== null && { body }) } as unknown as Operation,
    ...(context !== null && { context: JSON.parse(context) as VersionVector }),
  };
}
