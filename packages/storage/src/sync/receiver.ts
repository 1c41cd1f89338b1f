import type { AuthorState, LoggedOperation, Operation, OperationOf, VersionVector } from '@notes/sync-protocol';
import type { ApplyResult, BootstrapCheckpoint, NextSegment } from '@notes/sync-protocol/run';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import { LogReader } from './log-reader.js';
import type { AppliedChanges } from './materialize-notes.js';
import type { AffectedEntities, AffectedIds } from './materializer.js';
import { buildKeySql, END_OF_NUMBERS, getSubjectId, INSERT_OPERATION, KEY, KEYS_FROM, OWN, OWN_SEQ } from './op-log.js';

type Write = OperationOf<'doc.write'>;

const AUTHOR = `SELECT segment AS "index", segment_sha256 AS digest, segment_seq AS seq, segment_lamport AS lamport,
  segment_context AS context FROM sync_replicas WHERE id = ?`;
const ADVANCE = `UPDATE sync_replicas SET seq = max(seq, ?), lamport = max(lamport, ?), segment = ?, segment_sha256 = ?,
  segment_seq = ?, segment_lamport = ?, segment_context = ? WHERE id = ?`;
const KNOWN = `SELECT title, body FROM revisions WHERE id = ?
  UNION ALL SELECT NULL, body FROM sync_bodies WHERE revision_id = ?`;
const VECTOR = `SELECT json_group_object(id, seq) FROM sync_replicas WHERE pk <> ${OWN} AND seq > 0`;
const RAISE = `INSERT OR REPLACE INTO sync_contexts (seq, deps)
  SELECT ${OWN_SEQ} + 1, (${VECTOR})`;
const REACHED = 'SELECT seq FROM sync_replicas WHERE id = ?';
const REACH = 'UPDATE sync_replicas SET seq = max(seq, ?), lamport = max(lamport, ?) WHERE id = ?';
const IN_LOG = `SELECT o.seq FROM sync_replicas r JOIN sync_ops o ON o.pk > ${buildKeySql('r.pk', '?')} AND o.pk <= ${buildKeySql('r.pk', '?')}
  WHERE r.id = ?`;
/**
 * Number up to which a replica's operations are complete. After a checkpoint that was applied in part, its next
 * operations continue from the last segment.
 */
const COMPLETE_UP_TO = 'SELECT iif(forgotten > segment_seq, segment_seq, seq) FROM sync_replicas WHERE id = ?';
const SEGMENT_STARTED = 'SELECT sha256 FROM sync_segments WHERE replica = ? AND n = ?';
const KEEP_SEGMENT = 'INSERT OR IGNORE INTO sync_segments (replica, n, sha256, seq, lamport) VALUES (?, ?, ?, ?, ?)';
const DELETE_COVERED = `DELETE FROM sync_ops WHERE pk > ${KEYS_FROM} AND pk <= ${KEY}`;
const MARK_PRUNED = 'UPDATE sync_replicas SET forgotten = max(forgotten, ?) WHERE id = ?';
const MARK_INCOMPLETE = `INSERT OR REPLACE INTO meta (key, value) VALUES ('sync_begun', ?)`;
/** Clears the mark when the checkpoint is complete, or something else was applied as well. */
const CLEAR_INCOMPLETE = `DELETE FROM meta WHERE key = 'sync_begun'`;
const OWN_ID = `SELECT id FROM sync_replicas WHERE pk = ${OWN}`;
/** Deletes bodies that are stored with a revision now. */
const DROP_BODIES = `DELETE FROM sync_bodies WHERE revision_id IN (SELECT value FROM json_each(?))
  AND EXISTS (SELECT 1 FROM revisions WHERE id = revision_id)`;

/** Position of a replica as stored, with its context as JSON. */
export type RawAuthor = Omit<AuthorState, 'context'> & { readonly context: string };

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
    const raw = this.#sql.get<RawAuthor>(AUTHOR, replica);
    if ((raw?.seq ?? 0) !== from.seq || (raw?.index ?? 0) !== from.index || (raw?.digest ?? null) !== from.digest)
      return 'stale';
    const begun = this.#sql.row<[string]>(SEGMENT_STARTED, replica, to.index)?.[0];
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
    const have = new Set(this.#sql.rows<[number]>(IN_LOG, from.seq, to.seq, replica).map(([seq]) => seq));
    const left = operations.filter(({ operation }) => !have.has(operation.s));
    const next = new Slice(most);
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
    const next = new Slice(most);
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
    return this.#sql.row(`SELECT 1 FROM sync_replicas WHERE pk <> ${OWN} AND seq > 0`) === undefined;
  }

  /**
   * Checks a checkpoint: it must be ahead for some replica, and a known revision must have the same text.
   *
   * @param goesOn true when its application was started, and so checked, before
   */
  checkCheckpoint({ versions, operations }: BootstrapCheckpoint, goesOn: boolean): ApplyResult {
    if (goesOn) return 'applied';
    if (Object.values(versions).some((seq) => seq >= END_OF_NUMBERS)) return 'refused';
    if (this.#others(versions).every(([replica, seq]) => seq <= this.#sql.count(COMPLETE_UP_TO, replica)))
      return 'stale';
    for (const { operation } of operations.inOrder())
      if (operation.op === 'doc.write' && this.#differsFromKnown(operation)) return 'refused';
    return 'applied';
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
   * @returns true when they are the last
   */
  storeBatch({ replica, to }: NextSegment, { operations, isLast }: OperationBatch): boolean {
    const pk = this.#ensureReplica(replica);
    for (const { operation } of operations) this.#storeOperation(pk, operation);
    if (isLast) this.#advance(replica, to);
    else {
      const last = (operations.at(-1) as LoggedOperation).operation;
      this.#sql.run(REACH, last.s, last.l, replica);
      this.#sql.run(KEEP_SEGMENT, replica, to.index, to.digest, to.seq, to.lamport);
    }
    this.#sql.run(CLEAR_INCOMPLETE);
    this.#sql.run(RAISE);
    return isLast;
  }

  /** Adds a whole checkpoint to the log, in place of the operations of other replicas that it covers. */
  storeCheckpoint(beginning: BootstrapCheckpoint): void {
    const others = this.#others(beginning.versions);
    for (const [replica, seq] of others) this.#sql.run(DELETE_COVERED, { replica, seq });
    const ids = new Set(others.map(([replica]) => replica));
    // Own operations are skipped: the library knows more of them.
    this.#storeAll(beginning.operations.inOrder(), ids);
    this.#finishCheckpoint(beginning);
  }

  /** Adds the next operations of a checkpoint to the log. */
  storeCheckpointBatch(beginning: BootstrapCheckpoint, { operations, isLast }: OperationBatch): void {
    this.#storeAll(operations);
    const ends = new Map(operations.map(({ replica, operation }) => [replica, operation]));
    for (const [replica, { s, l }] of ends) {
      this.#sql.run(REACH, s, l, replica);
      this.#sql.run(MARK_PRUNED, s, replica);
    }
    if (isLast) this.#finishCheckpoint(beginning);
    else {
      this.#sql.run(MARK_INCOMPLETE, beginning.name);
      this.#sql.run(RAISE);
    }
  }

  #finishCheckpoint({ versions, authors }: BootstrapCheckpoint): void {
    for (const [replica, seq] of this.#others(versions)) {
      this.#ensureReplica(replica);
      const author = authors.get(replica) as AuthorState;
      if (author.seq > (this.#sql.get<RawAuthor>(AUTHOR, replica)?.seq ?? 0)) this.#advance(replica, author);
      this.#sql.run(MARK_PRUNED, seq, replica);
    }
    this.#sql.run(CLEAR_INCOMPLETE);
    this.#sql.run(RAISE);
  }

  /**
   * Adds operations to the log.
   *
   * @param replicas replicas whose operations are added; all by default
   */
  #storeAll(operations: Iterable<LoggedOperation>, replicas?: ReadonlySet<string>): void {
    const keys = new Map<string, number>();
    for (const { replica, operation } of operations) {
      if (replicas?.has(replica) === false) continue;
      const pk = keys.get(replica) ?? this.#ensureReplica(replica);
      keys.set(replica, pk);
      this.#storeOperation(pk, operation);
    }
  }

  #readReached(replica: string): number {
    return this.#sql.count(REACHED, replica);
  }

  /** Returns the entries of other replicas in a vector. */
  #others(versions: VersionVector): [string, number][] {
    const own = this.#sql.row<[string]>(OWN_ID)?.[0];
    return Object.entries(versions).filter(([replica]) => replica !== own);
  }

  #ensureReplica(replica: string): number {
    this.#sql.run('INSERT OR IGNORE INTO sync_replicas (id) VALUES (?)', replica);
    return this.#sql.count('SELECT pk FROM sync_replicas WHERE id = ?', replica);
  }

  #storeOperation(pk: number, operation: Operation): void {
    const { s, l, w, ...saying } = operation;
    if (saying.op === 'doc.write') this.#storeBody(saying);
    const text = JSON.stringify(saying.op === 'doc.write' ? { ...saying, body: undefined } : saying);
    this.#sql.run(INSERT_OPERATION, pk, s, l, w, getSubjectId(operation), text);
  }

  #advance(replica: string, { index, digest, seq, lamport, context }: AuthorState): void {
    this.#sql.run(ADVANCE, seq, lamport, index, digest, seq, lamport, JSON.stringify(context), replica);
    this.#sql.run(KEEP_SEGMENT, replica, index, digest, seq, lamport);
  }

  /** Drops bodies that are revisions now. Must be called after the operations are materialized. */
  dropStoredBodies(operations: readonly LoggedOperation[]): void {
    this.#sql.run(
      DROP_BODIES,
      JSON.stringify(operations.flatMap(({ operation: o }) => (o.op === 'doc.write' ? o.rev : []))),
    );
  }

  #differsFromKnown({ rev, title, body, body_ref }: Write): boolean {
    const known = this.#sql.get<{ title: string | null; body: string }>(KNOWN, rev, rev);
    if (known === undefined) return false;
    const text = body ?? this.#text(body_ref?.sha256 ?? '');
    // A text erased by a purge on another replica cannot be compared.
    if (title === '' && text === '') return false;
    return (known.title !== null && known.title !== title) || (text !== undefined && known.body !== text);
  }

  #storeBody({ rev, body, body_ref }: Omit<Write, 's' | 'l' | 'w'>): void {
    const text = body ?? this.#text(body_ref?.sha256 ?? '') ?? '';
    this.#sql.run('INSERT OR IGNORE INTO sync_bodies (revision_id, body) VALUES (?, ?)', rev, text);
  }

  #text(sha256: string): string | undefined {
    return this.#sql.row<[string]>('SELECT body FROM sync_texts WHERE sha256 = ?', sha256)?.[0];
  }
}

/** Collects about `most` consecutive operations, at most twice as many: operations on one entity stay together. */
class Slice {
  readonly operations: LoggedOperation[] = [];
  readonly #most: number;
  #isFull = false;

  constructor(most: number) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.operations.length === 0;
  }

  /** Adds an operation. Returns false when the slice is full, then and for all later operations. */
  takes(logged: LoggedOperation): boolean {
    const { length } = this.operations;
    const last = this.operations.at(-1);
    this.#isFull ||=
      length >= this.#most &&
      (length >= 2 * this.#most || (last && getSubjectId(last.operation)) !== getSubjectId(logged.operation));
    if (!this.#isFull) this.operations.push(logged);
    return !this.#isFull;
  }
}

/** Returns the entities that operations affect, to be materialized again. */
export function findAffected(operations: Iterable<LoggedOperation>): AffectedEntities {
  const [kinds, subjects] = [new Set<string>(), new Set<string>()];
  for (const { operation } of operations) {
    kinds.add(operation.op.slice(0, operation.op.indexOf('.')));
    subjects.add(getSubjectId(operation));
  }
  const isNamed = [...subjects].some((subject) => subject.startsWith('cfl_'));
  return {
    notebooks: kinds.has('nb') || isNamed,
    tags: kinds.has('tag'),
    searches: kinds.has('sn') || isNamed,
    ...groupByKind(subjects),
  };
}

/** Groups ids of entities that can be materialized one by one. */
export function groupByKind(ids: Iterable<string>): AffectedIds {
  const all = [...ids];
  const of = (prefix: string) => new Set(all.filter((id) => id.startsWith(prefix)));
  return { resources: of('res_'), bundles: of('bundle_'), documents: of('doc_') };
}

/** Returns the revisions in operations, and the last change of each entity. */
export function summarizeChanges(operations: readonly LoggedOperation[]): AppliedChanges {
  const revisions = new Set<string>();
  const changedAt = new Map<string, number>();
  for (const { operation } of operations) {
    if (operation.op === 'doc.write') revisions.add(operation.rev);
    const id = getSubjectId(operation);
    changedAt.set(id, Math.max(changedAt.get(id) ?? operation.w, operation.w));
  }
  return { revisions, changedAt };
}
