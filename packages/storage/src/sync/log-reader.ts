import type { LoggedOperation, Operation, OperationOf, VersionVector } from '@notes/sync-protocol';
import { listLineageIds } from '@notes/sync-protocol/merge';
import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, evaluate, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { revisions, syncBodies, syncContexts, syncLineages, syncOps, syncReplicas } from '../schema.js';
import { buildKeysEnd, buildOperationKey, logByEntity, OWN, unindexed } from './op-log.js';

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
const selectByReplicaWithoutBodies = defineQuery(
  ({ replica, after, limit }: Parameters<{ replica: string; after: number; limit: number }>) =>
    rows(
      withoutBody,
      (list) => sql`SELECT ${list} ${fromLog()} WHERE ${isAfter(replica, after)} ORDER BY ${o.pk} LIMIT ${limit}`,
    ),
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
/** Selects operations by their keys, in the order of the JSON array `pks`. */
const selectByKeys = defineQuery(({ pks }: Parameters<{ pks: string }>) =>
  rows(
    withBody,
    (list) => sql`SELECT ${list} FROM json_each(${pks}) k CROSS JOIN ${syncOps} ${o} ON ${o.pk} = k.value
      CROSS JOIN ${syncReplicas} ${r} ON ${r.pk} = ${o.replicaPk} ORDER BY k.key`,
  ),
);
/** Selects the operations of entities, by their ids in a JSON array. */
const selectByEntities = defineQuery(({ subjects }: Parameters<{ subjects: string }>) =>
  rows(
    { subject: o.entity, ...withoutBody },
    (list) => sql`SELECT ${list} FROM json_each(${subjects}) k
        CROSS JOIN ${syncOps} ${o} ON ${o.entity} = k.value AND ${o.indexed} = 1
        CROSS JOIN ${syncReplicas} ${r} ON ${r.pk} = ${o.replicaPk}
      UNION ALL SELECT ${list} ${fromLog(unindexed)}
        WHERE ${o.entity} IN (SELECT value FROM json_each(${subjects}))`,
  ),
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

  /**
   * Operations of a replica after a number, in order, at most `limit`, with bodies.
   *
   * @param characters length of the bodies in UTF-16 code units after which no operation follows
   */
  listByReplica(
    replica: string,
    after: number,
    limit: number,
    characters = Number.POSITIVE_INFINITY,
  ): LoggedOperation[] {
    const found: LoggedOperation[] = [];
    let left = characters;
    for (const row of this.#sql.iterate(selectByReplica, { replica, after, limit })) {
      found.push(toLoggedOperation(row));
      left -= row.body?.length ?? 0;
      if (left < 0) break;
    }
    return found;
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

  /** Returns operations with their bodies, by their keys, in the order of the keys. */
  byKeys(pks: readonly number[]): LoggedOperation[] {
    return this.#sql.all(selectByKeys, { pks: JSON.stringify(pks) }).map(toLoggedOperation);
  }

  /** Operations of a replica after a number, in order, without bodies, at most `limit`. */
  withoutBodies(replica: string, after: number, limit = Number.MAX_SAFE_INTEGER): LoggedOperation[] {
    return this.#sql.all(selectByReplicaWithoutBodies, { replica, after, limit }).map(toLoggedOperation);
  }

  /** Operations of one note, tag or other entity, in no order, without bodies. */
  listByEntity(subject: string): LoggedOperation[] {
    return this.#sql.all(selectByEntity, { subject }).map(toLoggedOperation);
  }

  /** Operations of a note and of the notes recovered from it, in no order, without bodies. */
  listByLineage(root: string): LoggedOperation[] {
    const found: LoggedOperation[] = [];
    const isPurged = (id: string) => {
      const own = this.listByEntity(id);
      found.push(...own);
      return own.some(({ operation }) => operation.op === 'doc.purge');
    };
    // Only a purged note can have a recovered one, so the walk along the ids reads all operations.
    listLineageIds(root, isPurged);
    return found;
  }

  /** Operations of some entities by id, those of each in no order, without bodies. */
  listByEntities(subjects: readonly string[]): Map<string, LoggedOperation[]> {
    const found = new Map<string, LoggedOperation[]>(subjects.map((subject) => [subject, []]));
    for (const row of this.#sql.all(selectByEntities, { subjects: JSON.stringify(subjects) }))
      found.get(row.subject)?.push(toLoggedOperation(row));
    return found;
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

/** Makes an operation from its row. Adds to the parsed object, because copies of objects take much of a long reading. */
function toLoggedOperation({ replica, s, l, w, operation: text, body, context }: LogRow): LoggedOperation {
  const operation = JSON.parse(text) as Record<string, unknown>;
  if (operation.body_ref !== undefined) delete operation.body_ref;
  operation.s = s;
  operation.l = l;
  operation.w = w;
  if (body !== null) operation.body = body;
  const logged = { replica, operation: operation as unknown as Operation };
  return context === null ? logged : { ...logged, context: JSON.parse(context) as VersionVector };
}
