import type { LoggedOperation, Operation, OperationOf, VersionVector } from '@notes/sync-protocol';
import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, evaluate, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { revisions, syncBodies, syncContexts, syncLineages, syncOps, syncReplicas } from '../schema.js';
import { buildKeysEnd, buildOperationKey, logByEntity, OWN } from './op-log.js';

const r = alias(syncReplicas, 'r');
const o = alias(syncOps, 'o');

/** Body of a revision, from the library or the log; empty for a purged one. */
const buildBody = (rev: SQL) =>
  sql<string>`coalesce((SELECT ${revisions.body} FROM ${revisions} WHERE ${revisions.id} = ${rev}),
    (SELECT ${syncBodies.body} FROM ${syncBodies} WHERE ${syncBodies.revisionId} = ${rev}), '')`;
const withoutBody = {
  replica: r.id,
  s: o.seq,
  l: o.lamport,
  w: o.at,
  operation: o.operation,
  body: sql<string | null>`NULL`,
  context: sql<string | null>`(SELECT ${syncContexts.deps} FROM ${syncContexts}
    WHERE ${o.replicaPk} = ${OWN} AND ${syncContexts.seq} = ${o.seq})`,
};
const withBody = {
  ...withoutBody,
  body: sql<string | null>`CASE ${o.operation} ->> 'op' WHEN 'doc.write'
    THEN ${buildBody(sql`${o.operation} ->> 'rev'`)} END`,
};
type LogRow = Row<typeof withoutBody>;

const fromLog = (log: SQL = sql`${syncOps}`) =>
  sql`FROM ${log} ${o} JOIN ${syncReplicas} ${r} ON ${r.pk} = ${o.replicaPk}`;
/** Condition for the operations of a replica after a number. */
const isAfter = (replica: SQL, seq: SQL) =>
  sql`${r.id} = ${replica} AND ${o.pk} > ${buildOperationKey(r.pk, seq)} AND ${o.pk} < ${buildKeysEnd(r.pk)}`;
const selectByReplica = defineQuery(
  ({ replica, after, limit }: Parameters<{ replica: string; after: number; limit: number }>) =>
    rows(
      withBody,
      (list) => sql`SELECT ${list} ${fromLog()} WHERE ${isAfter(replica, after)} ORDER BY ${o.pk} LIMIT ${limit}`,
    ),
);
const selectByReplicaWithoutBodies = defineQuery(({ replica, after }: Parameters<{ replica: string; after: number }>) =>
  rows(withoutBody, (list) => sql`SELECT ${list} ${fromLog()} WHERE ${isAfter(replica, after)} ORDER BY ${o.pk}`),
);
const selectByNumber = defineQuery(({ replica, seq }: Parameters<{ replica: string; seq: number }>) =>
  rows(
    withBody,
    (list) => sql`SELECT ${list} ${fromLog()} WHERE ${r.id} = ${replica} AND ${o.pk} = ${buildOperationKey(r.pk, seq)}`,
  ),
);
const selectByKey = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  rows(withBody, (list) => sql`SELECT ${list} ${fromLog()} WHERE ${o.pk} = ${pk}`),
);
const selectByEntity = defineQuery(({ subject }: Parameters<{ subject: string }>) =>
  rows(withoutBody, (list) => sql`SELECT ${list} ${fromLog(logByEntity)} WHERE ${o.entity} = ${subject}`),
);
/** Selects the operations of entities with a prefix: in ASCII, `_` is followed by a back-tick. */
const selectByPrefix = defineQuery(({ prefix }: Parameters<{ prefix: string }>) =>
  rows(
    withoutBody,
    (list) => sql`SELECT ${list} ${fromLog(logByEntity)}
      WHERE ${o.entity} >= ${prefix} || '_' AND ${o.entity} < ${prefix} || '\`'`,
  ),
);
const selectBody = defineQuery(({ rev }: Parameters<{ rev: string }>) => evaluate(buildBody(rev)));
const selectRoot = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.select({ root: syncLineages.root }).from(syncLineages).where(eq(syncLineages.id, id)),
);

/** Reads the log. Operations include the bodies of notes only where documented. */
export class LogReader {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** Operations of a replica after a number, in order, at most `limit`, with bodies. */
  listByReplica(replica: string, after: number, limit: number): LoggedOperation[] {
    return this.#sql.all(selectByReplica, { replica, after, limit }).map(toLoggedOperation);
  }

  /** Returns an operation with its body. */
  at(replica: string, seq: number): LoggedOperation | undefined {
    const row = this.#sql.get(selectByNumber, { replica, seq });
    return row && toLoggedOperation(row);
  }

  /** Returns an operation with its body, by its key. */
  byKey(pk: number): LoggedOperation {
    return toLoggedOperation(this.#sql.get(selectByKey, { pk }) as LogRow);
  }

  /** Operations of a replica after a number, in order, without bodies. */
  withoutBodies(replica: string, after: number): LoggedOperation[] {
    return this.#sql.all(selectByReplicaWithoutBodies, { replica, after }).map(toLoggedOperation);
  }

  /** Operations of one note, tag or other entity, in no order, without bodies. */
  listByEntity(subject: string): LoggedOperation[] {
    return this.#sql.all(selectByEntity, { subject }).map(toLoggedOperation);
  }

  /** Operations of all notebooks (`nb`), all tags (`tag`) and so on, without bodies. */
  listByPrefix(prefix: string): LoggedOperation[] {
    return this.#sql.all(selectByPrefix, { prefix }).map(toLoggedOperation);
  }

  /** Returns the root of a note's lineage: the note itself, unless it was recovered from another. */
  findRoot(id: string): string {
    return this.#sql.value(selectRoot, { id }) ?? id;
  }

  readonly readBody = ({ rev }: OperationOf<'doc.write'>): string => this.#sql.value(selectBody, { rev }) as string;
}

function toLoggedOperation({ replica, s, l, w, operation, body, context }: LogRow): LoggedOperation {
  const { body_ref: _, ...content } = JSON.parse(operation) as { body_ref?: unknown };
  return {
    replica,
    operation: { ...content, s, l, w, ...(body !== null && { body }) } as unknown as Operation,
    ...(context !== null && { context: JSON.parse(context) as VersionVector }),
  };
}
