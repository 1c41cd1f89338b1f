import type { AuthorState, LoggedOperation, Operation, OperationOf, VersionVector } from '@notes/sync-protocol';
import type { ApplyResult, BootstrapCheckpoint, NextSegment } from '@notes/sync-protocol/run';
import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, evaluate, names, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { meta, revisions, syncBodies, syncContexts, syncOps, syncReplicas, syncSegments } from '../schema.js';
import { authorFields, type StoredAuthorState, segmentColumns, writeAdvance } from './author-state.js';
import { selectReceivedText } from './contents.js';
import { LogReader } from './log-reader.js';
import type { ReceivedNotes } from './materialize-new-notes.js';
import {
  buildKeysStart,
  buildOperationKey,
  END_OF_NUMBERS,
  findReplicaPk,
  getSubjectId,
  insertOperation,
  OWN,
  OWN_SEQ,
  selectOwnId,
} from './op-log.js';
import { OperationSlice } from './operation-slice.js';
import { markPruned } from './pruning.js';

type Write = OperationOf<'doc.write'>;

type Replica = { replica: string };
const selectAuthor = defineQuery(({ replica }: Parameters<Replica>) =>
  build.select(authorFields).from(syncReplicas).where(eq(syncReplicas.id, replica)),
);
const advanceAuthor = defineQuery((end: Parameters<Replica & StoredAuthorState>) =>
  writeAdvance(end).where(eq(syncReplicas.id, end.replica)),
);
/** Selects the text of a revision; its title is null when only the log keeps the text. */
const selectKnownText = defineQuery(({ rev }: Parameters<{ rev: string }>) =>
  rows(
    { title: sql<string | null>`${revisions.title}`, body: revisions.body },
    (list) => sql`SELECT ${list} FROM ${revisions} WHERE ${revisions.id} = ${rev}
      UNION ALL SELECT NULL, ${syncBodies.body} FROM ${syncBodies} WHERE ${syncBodies.revisionId} = ${rev}`,
  ),
);
const hasTexts = defineQuery(() =>
  evaluate(sql`EXISTS (SELECT 1 FROM ${revisions}) OR EXISTS (SELECT 1 FROM ${syncBodies})`),
);
/** Stores which operations of other replicas the next own operation follows. */
const putContext = defineQuery(
  () => sql`INSERT OR REPLACE INTO ${syncContexts} (${names(syncContexts.seq, syncContexts.deps)})
    SELECT ${OWN_SEQ} + 1, (SELECT json_group_object(${syncReplicas.id}, ${syncReplicas.seq}) FROM ${syncReplicas}
      WHERE ${syncReplicas.pk} <> ${OWN} AND ${syncReplicas.seq} > 0)`,
);
const hasRemoteOperations = defineQuery(() =>
  evaluate(sql`EXISTS (SELECT 1 FROM ${syncReplicas} WHERE ${syncReplicas.pk} <> ${OWN} AND ${syncReplicas.seq} > 0)`),
);
const selectReached = defineQuery(({ replica }: Parameters<Replica>) =>
  build.select({ seq: syncReplicas.seq }).from(syncReplicas).where(eq(syncReplicas.id, replica)),
);
const raiseReached = defineQuery(({ replica, seq, lamport }: Parameters<Replica & { seq: number; lamport: number }>) =>
  build
    .update(syncReplicas)
    .set({ seq: sql`max(${syncReplicas.seq}, ${seq})`, lamport: sql`max(${syncReplicas.lamport}, ${lamport})` })
    .where(eq(syncReplicas.id, replica)),
);
const r = alias(syncReplicas, 'r');
const o = alias(syncOps, 'o');
const selectStoredNumbers = defineQuery(
  ({ replica, after, through }: Parameters<Replica & { after: number; through: number }>) =>
    rows(
      { seq: o.seq },
      (list) => sql`SELECT ${list} FROM ${syncReplicas} ${r} JOIN ${syncOps} ${o}
          ON ${o.pk} > ${buildOperationKey(r.pk, after)} AND ${o.pk} <= ${buildOperationKey(r.pk, through)}
        WHERE ${r.id} = ${replica}`,
    ),
);
/**
 * Selects the number up to which a replica's operations are complete. After a checkpoint that was applied in part, its
 * next operations continue from the last segment.
 */
const selectCompleteUpTo = defineQuery(({ replica }: Parameters<Replica>) =>
  build
    .select({
      seq: sql<number>`iif(${syncReplicas.forgotten} > ${syncReplicas.segmentSeq}, ${syncReplicas.segmentSeq}, ${syncReplicas.seq})`,
    })
    .from(syncReplicas)
    .where(eq(syncReplicas.id, replica)),
);
const selectStartedSegment = defineQuery(({ replica, index }: Parameters<Replica & { index: number }>) =>
  build
    .select({ sha256: syncSegments.sha256 })
    .from(syncSegments)
    .where(and(eq(syncSegments.replica, replica), eq(syncSegments.n, index))),
);
const insertSegment = defineQuery(
  ({ replica, index, digest, seq, lamport }: Parameters<Replica & Omit<AuthorState, 'context'>>) =>
    sql`INSERT OR IGNORE INTO ${syncSegments} (${segmentColumns})
      VALUES (${replica}, ${index}, ${digest}, ${seq}, ${lamport})`,
);
const deleteCovered = defineQuery(({ replica, seq }: Parameters<Replica & { seq: number }>) => {
  const replicaPk = findReplicaPk(replica);
  return build
    .delete(syncOps)
    .where(sql`${syncOps.pk} > ${buildKeysStart(replicaPk)} AND ${syncOps.pk} <= ${buildOperationKey(replicaPk, seq)}`);
});
const markIncomplete = defineQuery(
  ({ checkpoint }: Parameters<{ checkpoint: string }>) =>
    sql`INSERT OR REPLACE INTO ${meta} (${names(meta.key, meta.value)}) VALUES ('sync_begun', ${checkpoint})`,
);
/** Clears the mark when the checkpoint is complete, or something else was applied as well. */
const clearIncomplete = defineQuery(() => build.delete(meta).where(eq(meta.key, 'sync_begun')));
const insertReplica = defineQuery(
  ({ replica }: Parameters<Replica>) =>
    sql`INSERT OR IGNORE INTO ${syncReplicas} (${names(syncReplicas.id)}) VALUES (${replica})`,
);
const selectReplicaPk = defineQuery(({ replica }: Parameters<Replica>) =>
  build.select({ pk: syncReplicas.pk }).from(syncReplicas).where(eq(syncReplicas.id, replica)),
);
const insertBody = defineQuery(({ rev, body }: Parameters<{ rev: string; body: string }>) =>
  build.insert(syncBodies).values({ revisionId: rev, body }).onConflictDoNothing(),
);
/** Deletes bodies that are stored with a revision now. */
const deleteStoredBodies = defineQuery(({ revisions: ids }: Parameters<{ revisions: string }>) =>
  build.delete(syncBodies).where(
    sql`${syncBodies.revisionId} IN (SELECT value FROM json_each(${ids}))
      AND EXISTS (SELECT 1 FROM ${revisions} WHERE ${revisions.id} = ${syncBodies.revisionId})`,
  ),
);

/** Next operations of a segment or checkpoint. */
export interface OperationBatch {
  readonly operations: readonly LoggedOperation[];
  /** True when no operations follow them. */
  readonly isLast: boolean;
}

/** Adds operations of other replicas to the log. */
export class Receiver {
  readonly #sql: Statements;
  readonly #log: LogReader;
  /** Position of the first operation that may be missing, for operations that are applied in order. */
  readonly #firstMissing = new WeakMap<object, number>();

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
    this.#log = new LogReader(raw);
  }

  /**
   * Checks a segment: its author must be at its start, no other segment may have been started at its index, and a known
   * revision must have the same text.
   */
  check({ replica, operations, from, to }: NextSegment): ApplyResult {
    const raw = this.#sql.get(selectAuthor, { replica });
    if ((raw?.seq ?? 0) !== from.seq || (raw?.index ?? 0) !== from.index || (raw?.digest ?? null) !== from.digest)
      return 'stale';
    const begun = this.#sql.value(selectStartedSegment, { replica, index: to.index });
    if (begun !== undefined) return begun === to.digest ? 'applied' : 'stale';
    return operations.some(({ operation }) => operation.op === 'doc.write' && this.#differsFromKnown(operation))
      ? 'refused'
      : 'applied';
  }

  /**
   * Returns about `most` operations of a checked segment that are not in the log yet. A checkpoint applied in part may
   * have added later ones, without those that it had pruned.
   */
  nextOfSegment({ replica, operations, from, to }: NextSegment, most: number): OperationBatch {
    const stored = this.#sql.all(selectStoredNumbers, { replica, after: from.seq, through: to.seq });
    const have = new Set(stored.map(({ seq }) => seq));
    const left = operations.filter(({ operation }) => !have.has(operation.s));
    const next = new OperationSlice(most);
    const isLast = left.every((logged) => next.takes(logged));
    return { operations: next.operations, isLast };
  }

  /**
   * Returns the next operations of a checkpoint that is being applied. Skips own operations, of which the library knows
   * more.
   */
  nextOfCheckpoint({ versions, operations }: BootstrapCheckpoint, most: number): OperationBatch {
    const reached = new Map(this.#others(versions).map(([replica]) => [replica, this.#readReached(replica)]));
    const isNext = ({ replica, operation }: LoggedOperation) =>
      operation.s > (reached.get(replica) ?? Number.POSITIVE_INFINITY);
    const next = new OperationSlice(most);
    let first = this.#firstMissing.get(operations) ?? 0;
    let isLast = true;
    for (const logged of operations.inOrder(first)) {
      if (next.isEmpty && !isNext(logged)) first += 1;
      else if (!next.takes(logged)) {
        for (const { replica, operation } of next.operations)
          if (reached.has(replica)) reached.set(replica, Math.max(reached.get(replica) as number, operation.s));
        isLast = !isNext(logged);
        if (!isLast) break;
      }
    }
    this.#firstMissing.set(operations, first);
    return { operations: next.operations.filter(({ replica }) => reached.has(replica)), isLast };
  }

  /** Returns true when no operation of another replica was applied. */
  isNew(): boolean {
    return this.#sql.count(hasRemoteOperations) === 0;
  }

  /**
   * Checks a checkpoint: it must be ahead for some replica, and a known revision must have the same text.
   *
   * @param goesOn true when its application was started, and so checked, before
   * @param isCompared true when {@link compareTexts} found no difference
   */
  checkCheckpoint(checkpoint: BootstrapCheckpoint, goesOn: boolean, isCompared: boolean): ApplyResult {
    if (goesOn) return 'applied';
    const { versions } = checkpoint;
    if (Object.values(versions).some((seq) => seq >= END_OF_NUMBERS)) return 'refused';
    if (this.#others(versions).every(([replica, seq]) => seq <= this.#sql.count(selectCompleteUpTo, { replica })))
      return 'stale';
    if (isCompared) return 'applied';
    for (const differs of this.compareTexts(checkpoint)) if (differs) return 'refused';
    return 'applied';
  }

  /**
   * Compares the texts of a checkpoint with those of known revisions, one operation in each step. Yields true when they
   * differ. Revisions that are written afterwards have new ids.
   */
  *compareTexts({ operations }: BootstrapCheckpoint): Generator<boolean> {
    if (this.#sql.count(hasTexts) === 0) return;
    for (const { operation } of operations.inOrder())
      yield operation.op === 'doc.write' && this.#differsFromKnown(operation);
  }

  /** Applied operations of other replicas that a checkpoint contains or makes redundant, without bodies. */
  listCovered({ versions }: BootstrapCheckpoint): LoggedOperation[] {
    return this.#others(versions).flatMap(([replica, seq]) =>
      this.#log.withoutBodies(replica, 0).filter(({ operation }) => operation.s <= seq),
    );
  }

  /**
   * Adds the next operations of a segment to the log.
   *
   * @param newNotes notes whose texts are stored with the notes, not in the log
   * @returns true when they are the last
   */
  storeBatch({ replica, to }: NextSegment, { operations, isLast }: OperationBatch, newNotes: ReceivedNotes): boolean {
    this.#ensureReplica(replica);
    this.#storeAll(operations, { newNotes });
    if (isLast) this.#advance(replica, to);
    else {
      const last = (operations.at(-1) as LoggedOperation).operation;
      this.#sql.run(raiseReached, { replica, seq: last.s, lamport: last.l });
      this.#sql.run(insertSegment, { replica, ...to });
    }
    this.#sql.run(clearIncomplete);
    this.#sql.run(putContext);
    return isLast;
  }

  /** Adds a whole checkpoint to the log, in place of the operations of other replicas that it covers. */
  storeCheckpoint(checkpoint: BootstrapCheckpoint): void {
    const others = this.#others(checkpoint.versions);
    for (const [replica, seq] of others) this.#sql.run(deleteCovered, { replica, seq });
    const ids = new Set(others.map(([replica]) => replica));
    // Own operations are skipped: the library knows more of them.
    this.#storeAll(checkpoint.operations.inOrder(), { replicas: ids });
    this.#finishCheckpoint(checkpoint);
  }

  /**
   * Adds the next operations of a checkpoint to the log.
   *
   * @param newNotes notes whose texts are stored with the notes, not in the log
   */
  storeCheckpointBatch(
    checkpoint: BootstrapCheckpoint,
    { operations, isLast }: OperationBatch,
    newNotes: ReceivedNotes,
  ): void {
    this.#storeAll(operations, { newNotes });
    const ends = new Map(operations.map(({ replica, operation }) => [replica, operation]));
    for (const [replica, { s, l }] of ends) {
      this.#sql.run(raiseReached, { replica, seq: s, lamport: l });
      this.#sql.run(markPruned, { replica, seq: s });
    }
    if (isLast) this.#finishCheckpoint(checkpoint);
    else {
      this.#sql.run(markIncomplete, { checkpoint: checkpoint.name });
      this.#sql.run(putContext);
    }
  }

  #finishCheckpoint({ versions, authors }: BootstrapCheckpoint): void {
    for (const [replica, seq] of this.#others(versions)) {
      this.#ensureReplica(replica);
      const author = authors.get(replica) as AuthorState;
      if (author.seq > (this.#sql.get(selectAuthor, { replica })?.seq ?? 0)) this.#advance(replica, author);
      this.#sql.run(markPruned, { replica, seq });
    }
    this.#sql.run(clearIncomplete);
    this.#sql.run(putContext);
  }

  /**
   * Adds operations to the log.
   *
   * @param only `replicas`: those whose operations are added, all by default; `newNotes`: notes whose texts are not
   *   stored in the log
   */
  #storeAll(
    operations: Iterable<LoggedOperation>,
    only: { readonly replicas?: ReadonlySet<string>; readonly newNotes?: ReceivedNotes } = {},
  ): void {
    const keys = new Map<string, number>();
    for (const { replica, operation } of operations) {
      if (only.replicas?.has(replica) === false) continue;
      const pk = keys.get(replica) ?? this.#ensureReplica(replica);
      keys.set(replica, pk);
      this.#storeOperation(pk, operation, only.newNotes);
    }
  }

  #readReached(replica: string): number {
    return this.#sql.count(selectReached, { replica });
  }

  /** Returns the entries of other replicas in a vector. */
  #others(versions: VersionVector): [string, number][] {
    const own = this.#sql.value(selectOwnId);
    return Object.entries(versions).filter(([replica]) => replica !== own);
  }

  #ensureReplica(replica: string): number {
    this.#sql.run(insertReplica, { replica });
    return this.#sql.count(selectReplicaPk, { replica });
  }

  #storeOperation(pk: number, operation: Operation, newNotes: ReceivedNotes | undefined): void {
    const { s, l, w, ...content } = operation;
    if (content.op === 'doc.write' && newNotes?.has(content.doc) !== true) this.#storeBody(content);
    this.#sql.run(insertOperation, {
      replicaPk: pk,
      seq: s,
      lamport: l,
      at: w,
      entity: getSubjectId(operation),
      operation: JSON.stringify(content.op === 'doc.write' ? { ...content, body: undefined } : content),
    });
  }

  #advance(replica: string, end: AuthorState): void {
    this.#sql.run(advanceAuthor, { replica, ...end, context: JSON.stringify(end.context) });
    this.#sql.run(insertSegment, { replica, ...end });
  }

  /** Drops bodies that are revisions now. Must be called after the operations are materialized. */
  dropStoredBodies(operations: readonly LoggedOperation[]): void {
    const written = operations.flatMap(({ operation }) => (operation.op === 'doc.write' ? operation.rev : []));
    this.#sql.run(deleteStoredBodies, { revisions: JSON.stringify(written) });
  }

  #differsFromKnown({ rev, title, body, body_ref }: Write): boolean {
    const known = this.#sql.get(selectKnownText, { rev });
    if (known === undefined) return false;
    const text = body ?? this.#text(body_ref?.sha256 ?? '');
    // A text erased by a purge on another replica cannot be compared.
    if (title === '' && text === '') return false;
    return (known.title !== null && known.title !== title) || (text !== undefined && known.body !== text);
  }

  #storeBody({ rev, body, body_ref }: Omit<Write, 's' | 'l' | 'w'>): void {
    const text = body ?? this.#text(body_ref?.sha256 ?? '') ?? '';
    this.#sql.run(insertBody, { rev, body: text });
  }

  #text(sha256: string): string | undefined {
    return this.#sql.value(selectReceivedText, { sha256 });
  }
}
