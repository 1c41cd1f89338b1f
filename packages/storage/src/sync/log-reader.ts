import type { LoggedOperation, Operation, OperationOf, VersionVector } from '@notes/sync-protocol';
import type { Connection } from '../connection.js';
import { Statements } from '../statements.js';
import { BY_ENTITY, END_OF_NUMBERS, keyOf, OWN } from './op-log.js';

/** The body of a revision: its own, or kept for the log; none of one that was purged. */
const BODY = `coalesce((SELECT body FROM revisions WHERE id = $rev), (SELECT body FROM sync_bodies WHERE revision_id = $rev), '')`;
const columns = (body: string, log = 'sync_ops') => `SELECT r.id, o.seq, o.lamport, o.at, o.operation, ${body},
    (SELECT deps FROM sync_contexts WHERE o.replica_pk = ${OWN} AND seq = o.seq)
  FROM ${log} o JOIN sync_replicas r ON r.pk = o.replica_pk`;
const WITHOUT_BODIES = columns('NULL');
const WITH_BODIES = columns(
  `CASE o.operation ->> 'op' WHEN 'doc.write' THEN ${BODY.replaceAll('$rev', "o.operation ->> 'rev'")} END`,
);
const AFTER = `WHERE r.id = ? AND o.pk > ${keyOf('r.pk', '?')} AND o.pk < ${keyOf('r.pk', END_OF_NUMBERS)} ORDER BY o.pk`;
const OF_REPLICA = `${WITH_BODIES} ${AFTER} LIMIT ?`;
const ONE = `${WITH_BODIES} WHERE r.id = ? AND o.pk = ${keyOf('r.pk', '?')}`;
const BY_KEY = `${WITH_BODIES} WHERE o.pk = ?`;
const WITHOUT_BODIES_OF = `${WITHOUT_BODIES} ${AFTER}`;
const OF_SUBJECT = `${columns('NULL', BY_ENTITY)} WHERE o.entity = ?`;
/** `_` is followed by a back-tick. */
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

/** Reads the log. Operations have the bodies of notes only where that is said. */
export class LogReader {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** Those of a replica after one of them, in order, at most `limit`, with bodies. */
  ofReplica(replica: string, after: number, limit: number): LoggedOperation[] {
    return this.#sql.rows<Columns>(OF_REPLICA, replica, after, limit).map(logged);
  }

  /** One, with its body. */
  at(replica: string, seq: number): LoggedOperation | undefined {
    const row = this.#sql.row<Columns>(ONE, replica, seq);
    return row && logged(row);
  }

  /** Likewise, by its key. */
  byKey(pk: number): LoggedOperation {
    return logged(this.#sql.row<Columns>(BY_KEY, pk) as Columns);
  }

  /** All of a replica after one of them, in order, without bodies. */
  withoutBodies(replica: string, after: number): LoggedOperation[] {
    return this.#sql.rows<Columns>(WITHOUT_BODIES_OF, replica, after).map(logged);
  }

  /** Those of a note, a tag, …, in no order. */
  of(subject: string): LoggedOperation[] {
    return this.#sql.rows<Columns>(OF_SUBJECT, subject).map(logged);
  }

  /** Those of all notebooks (`nb`), all tags (`tag`), … */
  within(prefix: string): LoggedOperation[] {
    return this.#sql.rows<Columns>(WITHIN, prefix, prefix).map(logged);
  }

  readonly bodyOf = ({ rev }: OperationOf<'doc.write'>): string =>
    (this.#sql.row<[string]>(ONE_BODY, { rev }) as [string])[0];
}

function logged([replica, s, l, w, operation, body, context]: Columns): LoggedOperation {
  const { body_ref: _, ...saying } = JSON.parse(operation) as { body_ref?: unknown };
  return {
    replica,
    operation: { ...saying, s, l, w, ...(body !== null && { body }) } as unknown as Operation,
    ...(context !== null && { context: JSON.parse(context) as VersionVector }),
  };
}
