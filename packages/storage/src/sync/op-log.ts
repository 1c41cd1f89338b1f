import type { Operation, OperationName, OperationOf } from '@notes/sync-protocol';
import { eq, type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { syncBodies, syncContexts, syncLongTexts, syncOps, syncReplicas, syncUnsettled } from '../schema.js';
import type { Dot } from './states.js';

/** Operation without its envelope. A `doc.write` has no body: the body is stored with the revision. */
export type OperationContent = {
  readonly [Name in OperationName]: Omit<OperationOf<Name>, 's' | 'l' | 'w'>;
}[OperationName];

/** Key of this library in the table of replicas. */
export const OWN = 1;

/** Exclusive upper bound of operation numbers: ends the key range of a replica. */
export const END_OF_NUMBERS = 2 ** 40;
const [rangeSize, maxNumber] = [sql.raw(String(END_OF_NUMBERS)), sql.raw(String(END_OF_NUMBERS - 1))];

/** Builds the key of an operation from the key of its replica and its number; null without a replica. */
export const buildOperationKey = (replicaPk: SQL | SQLiteColumn, seq: SQL | SQLiteColumn): SQL<number> =>
  sql`(${replicaPk} * -${rangeSize} + min(${seq}, ${maxNumber}))`;
/** Builds the lower bound of the keys of a replica's operations. */
export const buildKeysStart = (replicaPk: SQL | SQLiteColumn): SQL<number> => sql`(${replicaPk} * -${rangeSize})`;
/** Builds the exclusive upper bound of the keys of a replica's operations. */
export const buildKeysEnd = (replicaPk: SQL | SQLiteColumn): SQL<number> =>
  sql`(${replicaPk} * -${rangeSize} + ${rangeSize})`;
/** Builds the key of an own operation from its number. */
export const buildOwnKey = (seq: SQL): SQL<number> => buildOperationKey(sql.raw(String(OWN)), seq);
/** Lower bound of the keys of own operations; the keys of all others are below it. */
export const OWN_KEYS_START = buildKeysStart(sql.raw(String(OWN)));
/** Builds the key of a replica from its id. */
export const findReplicaPk = (replica: SQL): SQL<number> =>
  sql`(SELECT ${syncReplicas.pk} FROM ${syncReplicas} WHERE ${syncReplicas.id} = ${replica})`;

const r = alias(syncReplicas, 'r');
const o = alias(syncOps, 'o');
/**
 * Own replica state: the last own operation, and the highest Lamport number known. Own operations that are in no segment
 * are counted from the log alone, which saves each write a page. Older ones may have been pruned, so each encrypted
 * segment stores its end.
 */
const ownState = {
  id: r.id,
  seq: sql<number>`max(${r.seq}, coalesce(${o.seq}, 0))`,
  lamport: sql<number>`max((SELECT max(${syncReplicas.lamport}) FROM ${syncReplicas}), coalesce(${o.lamport}, 0))`,
  indexed: r.indexed,
  behind: sql<number>`EXISTS (SELECT 1 FROM ${syncUnsettled})`,
};
const fromOwn = sql`FROM ${syncReplicas} ${r} LEFT JOIN ${syncOps} ${o}
    ON ${o.pk} = (SELECT max(${syncOps.pk}) FROM ${syncOps}) AND ${o.pk} > ${OWN_KEYS_START}
  WHERE ${r.pk} = ${OWN}`;
const selectOwnState = defineQuery(() => rows(ownState, (list) => sql`SELECT ${list} ${fromOwn}`));
/** Number of the last own operation; null in a library that is not a replica. */
export const OWN_SEQ = sql<number>`(SELECT ${ownState.seq} ${fromOwn})`;
export const selectOwnId = defineQuery(() =>
  build.select({ id: syncReplicas.id }).from(syncReplicas).where(eq(syncReplicas.pk, OWN)),
);

const lastIndexed = sql`(SELECT ${buildOperationKey(syncReplicas.pk, syncReplicas.indexed)} FROM ${syncReplicas}
  WHERE ${syncReplicas.pk} = ${OWN})`;
/** Last own operations, which are not in the index by `entity`. This saves each write a page. */
export const unindexed = sql`(SELECT * FROM ${syncOps} WHERE ${syncOps.indexed} = 0 AND ${syncOps.pk} > ${lastIndexed})`;
/** Log for lookups by `entity`. */
export const logByEntity = sql`(SELECT * FROM ${syncOps} WHERE ${syncOps.indexed} = 1
  UNION ALL SELECT * FROM ${unindexed})`;
const addToIndex = defineQuery(() =>
  build.update(syncOps).set({ indexed: 1 }).where(sql`${syncOps.indexed} = 0 AND ${syncOps.pk} > ${lastIndexed}`),
);
const markIndexed = defineQuery(() =>
  build
    .update(syncReplicas)
    .set({
      indexed: sql`coalesce((SELECT ${syncOps.seq} FROM ${syncOps} WHERE ${syncOps.pk} > ${OWN_KEYS_START}
        ORDER BY ${syncOps.pk} DESC LIMIT 1), ${syncReplicas.indexed})`,
    })
    .where(eq(syncReplicas.pk, OWN)),
);
/** Maximum number of own operations outside the index. */
const MAX_UNINDEXED = 1_000;
/** Builds the condition for a purged note: purges are always in the index. */
export const buildIsPurged = (doc: SQL): SQL<number> =>
  sql`EXISTS (SELECT 1 FROM ${syncOps} WHERE ${syncOps.entity} = ${doc} AND ${syncOps.indexed} = 1
    AND ${syncOps.operation} ->> 'op' = 'doc.purge')`;
/** Selects the context of an own operation by its number; no row before the first remote operation was applied. */
export const selectContext = defineQuery(({ seq }: Parameters<{ seq: number }>) =>
  rows(
    { deps: syncContexts.deps },
    (list) => sql`SELECT ${list} FROM ${syncContexts} WHERE ${syncContexts.seq} <= ${seq}
      ORDER BY ${syncContexts.seq} DESC LIMIT 1`,
  ),
);
export const deleteBody = defineQuery(({ revision }: Parameters<{ revision: string }>) =>
  build.delete(syncBodies).where(eq(syncBodies.revisionId, revision)),
);
export const deleteTextReference = defineQuery(({ revision }: Parameters<{ revision: string }>) =>
  build.delete(syncLongTexts).where(eq(syncLongTexts.revisionId, revision)),
);

/** Columns of an operation, except its key. */
interface LogRow {
  readonly seq: number;
  readonly lamport: number;
  readonly at: number;
  readonly entity: string;
  readonly operation: string;
}
export const insertOperation = defineQuery(
  ({ replicaPk, seq, lamport, at, entity, operation }: Parameters<LogRow & { replicaPk: number }>) =>
    build.insert(syncOps).values({ pk: buildOperationKey(replicaPk, seq), lamport, at, entity, operation, indexed: 1 }),
);
const insertOwnOperation = defineQuery(
  ({ seq, lamport, at, entity, operation, indexed }: Parameters<LogRow & { indexed: number }>) =>
    build.insert(syncOps).values({ pk: buildOwnKey(seq), lamport, at, entity, operation, indexed }),
);

/** Adds the own operations to the index by `entity`. */
export function indexOwn(statements: Statements): void {
  statements.run(addToIndex);
  statements.run(markIndexed);
}

export const updateOwnOperation = defineQuery(({ seq, operation }: Parameters<{ seq: number; operation: string }>) =>
  build
    .update(syncOps)
    .set({ operation })
    .where(eq(syncOps.pk, buildOwnKey(seq))),
);

/**
 * Returns the id under which an operation is stored: of its note, notebook or other entity; for a deletion of
 * notebooks, of the first one.
 */
export function getSubjectId(content: OperationContent | Operation): string {
  if ('doc' in content && content.doc !== null) return content.doc;
  switch (content.op) {
    case 'nb.delete':
      return content.notebooks[0] as string;
    case 'conflict.resolve':
      return content.conflict;
    case 'src.bundle':
      return content.bundle;
    case 'src.provenance':
      return content.target;
    default:
      if ('tag' in content) return content.tag;
      if ('search' in content) return content.search;
      return 'resource' in content ? content.resource : (content as { readonly notebook: string }).notebook;
  }
}

/** Appends own operations to the log within one write. */
export class OperationLog {
  readonly #sql: Statements;
  #own: Row<typeof ownState> | undefined;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /**
   * Starts appending. Must be called first in a write.
   *
   * @returns false when the library is not a replica
   */
  open(): boolean {
    this.#own = this.#sql.get(selectOwnState);
    return this.#own !== undefined;
  }

  /** Returns true when parts of the log are not materialized yet. */
  isBehind(): boolean {
    return this.#own?.behind === 1;
  }

  /**
   * Appends an operation.
   *
   * @param at milliseconds since the Unix epoch, for display only
   */
  append(content: OperationContent, at: number): Dot {
    const own = this.#own as Row<typeof ownState>;
    own.seq += 1;
    own.lamport += 1;
    // Purges are indexed at once: every new note is checked for a purge of its id.
    const indexed = content.op === 'doc.purge' ? 1 : 0;
    this.#sql.run(insertOwnOperation, {
      seq: own.seq,
      lamport: own.lamport,
      at: Math.trunc(at),
      entity: getSubjectId(content),
      operation: JSON.stringify(content),
      indexed,
    });
    return `${own.id}:${own.seq}`;
  }

  /** Ends appending. Must be called after the last append of a write. */
  close(): void {
    const { seq, indexed } = this.#own as Row<typeof ownState>;
    if (seq - indexed > MAX_UNINDEXED) indexOwn(this.#sql);
  }
}
