import {
  type AuthorState,
  type FormerLog,
  type LoggedOperation,
  moveAfterFormer,
  reauthor,
  type VersionVector,
} from '@notes/sync-protocol';
import { and, eq, gt, max, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, evaluate, getExcludedValue, names, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import {
  meta,
  syncContexts,
  syncOps,
  syncPublished,
  syncReplicas,
  syncSealed,
  syncSeen,
  syncSegments,
} from '../schema.js';
import type { StoredAuthorState } from './author-state.js';
import { LogReader } from './log-reader.js';
import { LogSquasher } from './log-squasher.js';
import {
  buildKeysEnd,
  buildKeysStart,
  buildOperationKey,
  buildOwnKey,
  findReplicaPk,
  getSubjectId,
  indexOwn,
  insertOperation,
  OWN,
  OWN_KEYS_START,
  selectContext,
} from './op-log.js';

const resetOwn = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build
    .update(syncReplicas)
    .set({
      id,
      seq: 0,
      lamport: 0,
      segment: 0,
      segmentSha256: null,
      segmentSeq: 0,
      segmentLamport: 0,
      segmentContext: '{}',
      forgotten: 0,
      offered: 0,
      indexed: 0,
    })
    .where(eq(syncReplicas.pk, OWN)),
);
const selectForgotten = defineQuery(() =>
  build.select({ forgotten: syncReplicas.forgotten }).from(syncReplicas).where(eq(syncReplicas.pk, OWN)),
);
const insertFormer = defineQuery(
  ({
    id,
    index,
    digest,
    seq,
    lamport,
    context,
    forgotten,
  }: Parameters<StoredAuthorState & { id: string; forgotten: number }>) =>
    build.insert(syncReplicas).values({
      id,
      seq,
      lamport,
      segment: index,
      segmentSha256: digest,
      segmentSeq: seq,
      segmentLamport: lamport,
      segmentContext: context,
      forgotten,
      offered: 0,
    }),
);
/** Moves own operations up to a number into the key range of the former replica. */
const handOver = defineQuery(({ replica, seq }: Parameters<{ replica: string; seq: number }>) =>
  build
    .update(syncOps)
    .set({ pk: buildOperationKey(findReplicaPk(replica), syncOps.seq) })
    .where(sql`${syncOps.pk} > ${OWN_KEYS_START} AND ${syncOps.pk} <= ${buildOwnKey(seq)}`),
);
const deleteOwnOperations = defineQuery(() => build.delete(syncOps).where(gt(syncOps.pk, OWN_KEYS_START)));
const deleteSegmentsAfter = defineQuery(({ replica, index }: Parameters<{ replica: string; index: number }>) =>
  build.delete(syncSegments).where(and(eq(syncSegments.replica, replica), gt(syncSegments.n, index))),
);
const deleteArtifacts = defineQuery(() => build.delete(syncSealed));
const deleteContexts = defineQuery(() => build.delete(syncContexts));
const o = alias(syncOps, 'o');
const k = alias(syncSeen, 'k');
const p = alias(syncPublished, 'p');
/** Selects attachments and import sources whose bytes this replica has not published on every known carrier. */
const selectUnpublished = defineQuery(({ replica }: Parameters<{ replica: string }>) => {
  const replicaPk = findReplicaPk(replica);
  return rows(
    { at: o.at, operation: o.operation },
    (list) => sql`SELECT ${list} FROM ${syncOps} ${o}
      WHERE ${o.pk} > ${buildKeysStart(replicaPk)} AND ${o.pk} < ${buildKeysEnd(replicaPk)}
        AND ${o.operation} ->> 'op' IN ('res.create', 'src.bundle')
        AND EXISTS (SELECT 1 FROM ${syncSeen} ${k} WHERE NOT EXISTS (
          SELECT 1 FROM ${syncPublished} ${p}
          WHERE ${p.carrier} = ${k.carrier} AND ${p.sha256} = ${o.operation} ->> 'sha256'))
      ORDER BY ${o.pk}`,
  );
});
const selectVector = defineQuery(() =>
  build
    .select({ id: syncReplicas.id, seq: syncReplicas.seq })
    .from(syncReplicas)
    .where(sql`${syncReplicas.pk} <> ${OWN} AND ${syncReplicas.seq} > 0`),
);
const selectLamport = defineQuery(() => build.select({ lamport: max(syncReplicas.lamport) }).from(syncReplicas));
const putContext = defineQuery(
  ({ seq, deps }: Parameters<{ seq: number; deps: string }>) =>
    sql`INSERT OR REPLACE INTO ${syncContexts} (${names(syncContexts.seq, syncContexts.deps)}) VALUES (${seq}, ${deps})`,
);
/** Remembers the former replica, unless nothing was encrypted under its id: then other replicas do not know it. */
const rememberFormer = defineQuery(({ log }: Parameters<{ log: string }>) =>
  build
    .insert(meta)
    .values({ key: 'sync_former', value: log })
    .onConflictDoUpdate({
      target: meta.key,
      set: { value: getExcludedValue(meta.value) },
      setWhere: sql`(SELECT ${syncReplicas.segment} FROM ${syncReplicas} WHERE ${syncReplicas.pk} = ${OWN}) > 0`,
    }),
);
const selectFormer = defineQuery(() =>
  build.select({ value: meta.value }).from(meta).where(eq(meta.key, 'sync_former')),
);
/** Checks for a former replica, and for own operations of which none is encrypted. */
const hasFormer = defineQuery(() =>
  evaluate(
    sql`EXISTS (SELECT 1 FROM ${syncReplicas} WHERE ${syncReplicas.pk} = ${OWN} AND ${syncReplicas.segment} = 0)
      AND EXISTS (SELECT 1 FROM ${meta} WHERE ${meta.key} = 'sync_former')
      AND EXISTS (SELECT 1 FROM ${syncOps} WHERE ${syncOps.pk} > ${OWN_KEYS_START})`,
  ),
);
const updateLamport = defineQuery(({ seq, lamport }: Parameters<{ seq: number; lamport: number }>) =>
  build
    .update(syncOps)
    .set({ lamport })
    .where(eq(syncOps.pk, buildOwnKey(seq))),
);

/** Returns true when the library continues another replica, and has own operations but none of them encrypted. */
export const isSuccessor = (statements: Statements): boolean => statements.count(hasFormer) === 1;

/** Continues a library as another replica. */
export class Renewal {
  readonly #sql: Statements;
  readonly #log: LogReader;
  readonly #squashing: LogSquasher;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
    this.#log = new LogReader(raw);
    this.#squashing = new LogSquasher(raw);
  }

  /**
   * Assigns own operations up to `last` to the former replica, and re-authors the later ones as `replicaId`.
   *
   * @returns the re-authored operations, which may change the library
   */
  renew(former: string, replicaId: string, last: AuthorState): LoggedOperation[] {
    indexOwn(this.#sql);
    const since = this.#listSince(former, last.seq);
    const forgotten = this.#sql.count(selectForgotten);
    const log = { replica: former, after: last.seq } satisfies FormerLog;
    this.#sql.run(rememberFormer, { log: JSON.stringify(log) });
    this.#sql.run(resetOwn, { id: replicaId });
    const kept = { ...last, id: former, context: JSON.stringify(last.context), forgotten };
    if (last.seq > 0) this.#sql.run(insertFormer, kept);
    this.#sql.run(handOver, { replica: former, seq: last.seq });
    this.#sql.run(deleteOwnOperations);
    this.#sql.run(deleteSegmentsAfter, { replica: former, index: last.index });
    this.#sql.run(deleteArtifacts);
    this.#sql.run(deleteContexts);
    const context: VersionVector = Object.fromEntries(this.#sql.all(selectVector).map(({ id, seq }) => [id, seq]));
    const lamport = this.#sql.count(selectLamport);
    const successor = { replica: replicaId, after: last.seq, lamport, context };
    const reauthoredOperations = reauthor([...since, ...this.#listUnpublished(former)], successor);
    for (const { operation, context: known } of reauthoredOperations) this.#append(operation, known);
    indexOwn(this.#sql);
    this.#sql.run(putContext, { seq: reauthoredOperations.length + 1, deps: JSON.stringify(context) });
    // Some operations may have been published under the former id.
    this.#squashing.markPublished();
    return reauthoredOperations;
  }

  /**
   * Moves own operations behind those of the former replica that are known by now.
   *
   * @returns the moved operations, which may change the library
   */
  moveAfterFormer(own: string): LoggedOperation[] {
    if (!isSuccessor(this.#sql)) return [];
    const former = JSON.parse(this.#sql.value(selectFormer) as string) as FormerLog;
    const lost = this.#log.withoutBodies(former.replica, former.after);
    const moved = moveAfterFormer(this.#listSince(own, 0), lost, former);
    for (const { operation, context } of moved) {
      this.#sql.run(updateLamport, { seq: operation.s, lamport: operation.l });
      if (context !== undefined) this.#sql.run(putContext, { seq: operation.s, deps: JSON.stringify(context) });
    }
    return moved;
  }

  /** Bytes are published by the replica that refers to them, so these references are re-authored. */
  #listUnpublished(former: string): LoggedOperation[] {
    return this.#sql.all(selectUnpublished, { replica: former }).map(({ at: w, operation }) => ({
      replica: former,
      operation: { ...JSON.parse(operation), s: 0, l: 0, w },
    }));
  }

  /** Operations after a number, in order, without bodies; the first has its complete context. */
  #listSince(former: string, after: number): LoggedOperation[] {
    const [first, ...rest] = this.#log.withoutBodies(former, after);
    if (first === undefined) return [];
    const context = this.#sql.value(selectContext, { seq: first.operation.s }) ?? '{}';
    return [{ ...first, context: JSON.parse(context) as VersionVector }, ...rest];
  }

  #append({ s, l, w, ...content }: LoggedOperation['operation'], context: VersionVector | undefined): void {
    if (context !== undefined) this.#sql.run(putContext, { seq: s, deps: JSON.stringify(context) });
    this.#sql.run(insertOperation, {
      replicaPk: OWN,
      seq: s,
      lamport: l,
      at: w,
      entity: getSubjectId(content as LoggedOperation['operation']),
      operation: JSON.stringify(content),
    });
  }
}
