import type { AuthorState, LoggedOperation, VersionVector } from '@notes/sync-protocol';
import type { ApplyResult, BootstrapCheckpoint, LeafTree, NextSegment } from '@notes/sync-protocol/run';
import { sql } from 'drizzle-orm';
import type { Entity, Handle } from '../library/handle.js';
import { build, defineQuery, evaluate, names, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { syncReplicas, syncUnsettled } from '../schema.js';
import { findAffected, findSourceChanges, groupByKind, summarizeChanges } from './affected-entities.js';
import type { Capture } from './capture.js';
import { CheckpointReader, CheckpointWriter } from './checkpoints.js';
import {
  ConflictResolver,
  type ResolutionChoice,
  type ResolutionOutcome,
  type ResolutionTerms,
} from './conflict-resolver.js';
import { ConflictReader, ConflictWriter } from './conflicts.js';
import { ContentReader, ContentWriter } from './contents.js';
import { ExchangeReader } from './exchange.js';
import { ExchangeWriter } from './exchange-writer.js';
import { IntentReader, IntentWriter } from './intents.js';
import { KeptLogReader } from './kept-log.js';
import { LogReader } from './log-reader.js';
import type { ReceivedNotes } from './materialize-new-notes.js';
import { type AffectedEntities, Materializer } from './materializer.js';
import type { MaterializerWriters } from './materializer-writers.js';
import { countMissingDocuments, countMissingResources, type MissingQuery, selectMissing } from './missing-entities.js';
import { getSubjectId, OWN, OWN_SEQ } from './op-log.js';
import { PruningReader, PruningWriter } from './pruning.js';
import { Receiver } from './receiver.js';
import { isSuccessor, Renewal } from './renewal.js';
import { EntityStates } from './states.js';
import { UnpublishedEdits } from './unpublished-edits.js';
import { buildLeafTree, updateNoteLeaves } from './view-digest.js';

/** Numbers of entities that are not in the operation log yet, in a library that became a replica. */
export interface PendingCounts {
  readonly resources: number;
  readonly documents: number;
}

/** Keys of the attachment and the note up to which all are recorded. */
export interface CaptureCursor {
  readonly resource: number;
  readonly document: number;
}

const START: CaptureCursor = { resource: 0, document: 0 };

const selectOwn = defineQuery(() =>
  rows(
    { id: syncReplicas.id, seq: OWN_SEQ },
    (list) => sql`SELECT ${list} FROM ${syncReplicas} WHERE ${syncReplicas.pk} = ${OWN}`,
  ),
);
const selectVector = defineQuery(() =>
  rows(
    { id: sql<string>`id`, seq: sql<number>`seq` },
    (list) => sql`SELECT ${list} FROM (
        SELECT ${syncReplicas.id}, iif(${syncReplicas.pk} = ${OWN}, ${OWN_SEQ}, ${syncReplicas.seq}) AS seq
        FROM ${syncReplicas})
      WHERE seq > 0 ORDER BY id`,
  ),
);
const insertOwnReplica = defineQuery(
  ({ id }: Parameters<{ id: string }>) =>
    sql`INSERT INTO ${syncReplicas} (${names(syncReplicas.pk, syncReplicas.id)}) VALUES (${OWN}, ${id})`,
);

const hasUnsettled = defineQuery(() => evaluate(sql`EXISTS (SELECT 1 FROM ${syncUnsettled})`));
/** Selects pending ids in an order that puts attachments before the notes that use them. */
const selectUnsettled = defineQuery(({ limit }: Parameters<{ limit: number }>) =>
  rows(
    { id: syncUnsettled.id },
    (list) => sql`SELECT ${list} FROM ${syncUnsettled} ORDER BY ${syncUnsettled.id} DESC LIMIT ${limit}`,
  ),
);
const insertUnsettled = defineQuery(
  ({ ids }: Parameters<{ ids: string }>) =>
    sql`INSERT OR IGNORE INTO ${syncUnsettled} (${names(syncUnsettled.id)}) SELECT value FROM json_each(${ids})`,
);
const deleteUnsettled = defineQuery(({ ids }: Parameters<{ ids: string }>) =>
  build.delete(syncUnsettled).where(sql`${syncUnsettled.id} IN (SELECT value FROM json_each(${ids}))`),
);

/** Reads the replica state of a library. */
export class SyncReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;
  readonly log: LogReader;
  readonly keptLog: KeptLogReader;
  readonly conflicts: ConflictReader;
  readonly exchange: ExchangeReader;
  readonly contents: ContentReader;
  readonly intents: IntentReader;
  readonly checkpoints: CheckpointReader;
  readonly pruning: PruningReader;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
    this.log = new LogReader(handle.raw);
    this.keptLog = new KeptLogReader(handle.raw);
    this.conflicts = new ConflictReader(handle);
    this.exchange = new ExchangeReader(handle);
    this.contents = new ContentReader(handle);
    this.intents = new IntentReader(handle);
    this.checkpoints = new CheckpointReader(handle);
    this.pruning = new PruningReader(handle);
  }

  /** Id of this replica and number of its last operation; undefined without sync. */
  own(): { readonly id: string; readonly seq: number } | undefined {
    return this.sql.get(selectOwn);
  }

  /** Returns true when this replica continues another one, and none of its own operations is in a segment. */
  isSuccessor(): boolean {
    return isSuccessor(this.sql);
  }

  /** Version vector: the number of the last known operation of each replica. */
  vector(): VersionVector {
    return Object.fromEntries(this.sql.all(selectVector).map(({ id, seq }) => [id, seq]));
  }

  /** Operations of a replica after a number, in order, at most `limit`, with the bodies of notes. */
  operations(replica: string, after: number, limit: number): LoggedOperation[] {
    return this.log.listByReplica(replica, after, limit);
  }

  /** Returns true when the log is completely materialized, with nothing left to {@link SyncWriter.materializePending}. */
  isMaterialized(): boolean {
    return this.sql.count(hasUnsettled) === 0;
  }

  /**
   * Builds the hash tree of the materialized library, whose root is equal for replicas with the same operations. Works
   * in steps, since it takes long for a large library. Its queries stay open between steps, so read nothing else from
   * the snapshot meanwhile.
   */
  buildLeafTree(): Generator<void, LeafTree> {
    return buildLeafTree(this.sql);
  }

  /**
   * Updates the leaves of notes in a tree of an earlier state.
   *
   * @returns false when one of the notes has no leaf any more; the tree is then unusable
   */
  updateNoteLeaves(tree: LeafTree, ids: Iterable<string>): boolean {
    return updateNoteLeaves(this.sql, tree, ids);
  }

  /** Compares the texts of a checkpoint, see `Receiver`. Yields true when a known revision has another text. */
  compareTexts(beginning: BootstrapCheckpoint): Generator<boolean> {
    return new Receiver(this.handle.raw).compareTexts(beginning);
  }

  countPending(): PendingCounts {
    return {
      resources: this.sql.count(countMissingResources),
      documents: this.sql.count(countMissingDocuments),
    };
  }
}

/** Writes the replica state of a library, and applies remote operations. */
export class SyncWriter extends SyncReader {
  override readonly exchange: ExchangeWriter;
  override readonly contents: ContentWriter;
  override readonly intents: IntentWriter;
  override readonly checkpoints: CheckpointWriter;
  override readonly pruning: PruningWriter;
  readonly #receiver: Receiver;
  readonly #renewal: Renewal;
  readonly #edits: UnpublishedEdits;
  readonly #materializer: Materializer;
  readonly #resolver: ConflictResolver | undefined;
  readonly #writers: MaterializerWriters;
  /** Undefined while a library is being created. */
  readonly #capture: Capture | undefined;

  constructor(handle: Handle, writers: MaterializerWriters, capture?: Capture) {
    super(handle);
    this.#writers = writers;
    this.#capture = capture;
    this.exchange = new ExchangeWriter(handle);
    this.contents = new ContentWriter(handle);
    this.intents = new IntentWriter(handle);
    this.checkpoints = new CheckpointWriter(handle);
    this.pruning = new PruningWriter(handle);
    this.#receiver = new Receiver(handle.raw);
    this.#renewal = new Renewal(handle.raw);
    this.#edits = new UnpublishedEdits(handle.raw);
    this.#materializer = new Materializer(writers, new EntityStates(handle.raw), new ConflictWriter(handle));
    capture?.setMaterializer(this.#materializer);
    this.#resolver = capture && new ConflictResolver(writers, this.conflicts, capture);
  }

  /** Makes the library a replica: later changes become operations. {@link captureExisting} records the existing contents. */
  becomeReplica(replicaId: string): void {
    this.sql.run(insertOwnReplica, { id: replicaId });
  }

  /**
   * Continues as another replica: re-authors the operations after `last`, and materializes the result. Must run in a
   * write of its own.
   */
  renew(replicaId: string, last: AuthorState): void {
    const former = this.own();
    if (former === undefined) {
      this.becomeReplica(replicaId);
      return;
    }
    const said = this.#renewal.renew(former.id, replicaId, last);
    this.#materializer.materialize(findAffected(said), summarizeChanges(said));
    this.#capture?.clear();
  }

  /**
   * Moves own operations behind those of the former replica, see `moveAfterFormer` of the protocol. Must be called
   * before anything is encrypted.
   *
   * @returns true when the library may have changed
   */
  moveAfterFormer(): boolean {
    const moved = this.#renewal.moveAfterFormer(this.own()?.id ?? '');
    if (moved.length === 0) return false;
    this.#materializer.materialize(findAffected(moved));
    this.#capture?.clear();
    return true;
  }

  /**
   * Ends the wait for operations that the replica must have before it publishes any, if there is one, and rebases the
   * unpublished edits. Must run in a write of its own, in a library whose log is materialized.
   *
   * @returns true when the library may have changed
   */
  concludeWait(): boolean {
    this.exchange.endWait();
    return this.#rebaseEdits(null);
  }

  /**
   * Rebases the unpublished edits while the replica waits for operations; see {@link concludeWait}.
   *
   * @param most maximum number of operations that are examined, the oldest first
   * @returns true when the library may have changed
   */
  rebaseEdits(most: number): boolean {
    const wait = this.exchange.findWait();
    return wait?.isOver === false && this.#rebaseEdits(wait.versions, most);
  }

  #rebaseEdits(awaited: VersionVector | null, most?: number): boolean {
    const rebased = this.#edits.rebase(awaited, most);
    if (rebased.length === 0) return false;
    this.#materializer.materialize(findAffected(rebased));
    this.#capture?.clear();
    return true;
  }

  /**
   * Records entities that are not in the log: at most `limit` attachments and notes from `place` on, and with the first
   * call all others. Repeating it from the start records nothing twice.
   *
   * @returns the position to continue from; null at the end
   */
  captureExisting(limit: number, place: CaptureCursor = START): CaptureCursor | null {
    if (place === START) this.#touchNamed();
    const resources = this.#touchMissing('resource', selectMissing.resource, place.resource, limit);
    if (resources.length === limit) return { ...place, resource: resources.at(-1) as number };
    const documents = this.#touchMissing('document', selectMissing.document, place.document, limit);
    return documents.length < limit
      ? null
      : { resource: Number.MAX_SAFE_INTEGER, document: documents.at(-1) as number };
  }

  /**
   * Applies about `most` operations of a segment of another replica and materializes them. Must run in a write of its
   * own. While the result is `more`, call it again with the same segment, however much later.
   */
  apply(segment: NextSegment, most: number): ApplyResult | 'more' {
    const result = this.#receiver.check(segment);
    if (result !== 'applied') return result;
    const next = this.#receiver.nextOfSegment(segment, most);
    const isLast = this.#applyOperations(next.operations, (newNotes) =>
      this.#receiver.storeBatch(segment, next, newNotes),
    );
    return isLast ? 'applied' : 'more';
  }

  /**
   * Applies a checkpoint. When nothing else of other replicas was applied, adds about `most` operations, and again as many
   * until `ms` milliseconds have passed; while the result is `more`, call it again, however much later. Otherwise adds all
   * operations at once, in place of those applied so far; {@link materializePending} then materializes them.
   *
   * @param isCompared true when {@link compareTexts} found no difference, which takes long for a large checkpoint
   */
  applyCheckpoint(
    beginning: BootstrapCheckpoint,
    most: number,
    { ms = 0, isCompared = false }: { readonly ms?: number; readonly isCompared?: boolean } = {},
  ): ApplyResult | 'more' {
    const goesOn = this.checkpoints.findIncomplete() === beginning.name;
    const result = this.#receiver.checkCheckpoint(beginning, goesOn, isCompared);
    if (result !== 'applied') return result;
    if (!goesOn && !this.#receiver.isNew()) {
      this.#replaceByCheckpoint(beginning);
      return result;
    }
    const until = performance.now() + ms;
    return this.#writers.documents.deferIndex(() => {
      do if (this.#applyCheckpointBatch(beginning, most)) return 'applied';
      while (performance.now() < until);
      return 'more';
    });
  }

  /** Adds about `most` operations of a checkpoint. Returns true when they are the last. */
  #applyCheckpointBatch(beginning: BootstrapCheckpoint, most: number): boolean {
    const next = this.#receiver.nextOfCheckpoint(beginning, most);
    this.#applyOperations(next.operations, (newNotes) =>
      this.#receiver.storeCheckpointBatch(beginning, next, newNotes),
    );
    return next.isLast;
  }

  /**
   * Materializes about `most` of the pending notes, attachments and import sources. Must run in a write of its own.
   * Earlier changes of a pending entity count as edits of the state that the user saw.
   *
   * @returns `more` when some are left
   */
  materializePending(most: number): 'settled' | 'more' {
    const ids = this.sql.all(selectUnsettled, { limit: most }).map(({ id }) => id);
    if (ids.length === 0) return 'settled';
    const own = this.own()?.id;
    const operations = ids.flatMap((id) => this.log.listByEntity(id)).filter(({ replica }) => replica !== own);
    this.#materializer.materializeByIds(groupByKind(ids), summarizeChanges(operations));
    this.#receiver.dropStoredBodies(operations);
    this.sql.run(deleteUnsettled, { ids: JSON.stringify(ids) });
    this.#capture?.clear();
    return this.isMaterialized() ? 'settled' : 'more';
  }

  #applyOperations<Kept>(operations: readonly LoggedOperation[], keep: (newNotes: ReceivedNotes) => Kept): Kept {
    const newNotes = this.#materializer.findNewNotes(operations);
    const sources = this.isMaterialized() ? findSourceChanges(operations) : new Set<string>();
    const affected = findAffected(operations);
    const known = [...affected.documents].filter((id) => !newNotes.has(id));
    this.#captureBefore({ ...affected, documents: new Set(known) });
    const kept = keep(newNotes);
    const changes = summarizeChanges(operations);
    const documents = new Set(known.filter((id) => !sources.has(id)));
    this.#materializer.materialize({ ...affected, documents }, changes, newNotes);
    this.#materializer.materializeSources(sources);
    this.#receiver.dropStoredBodies(operations.filter(({ operation }) => !newNotes.has(getSubjectId(operation))));
    this.#capture?.clear();
    return kept;
  }

  #replaceByCheckpoint(beginning: BootstrapCheckpoint): void {
    const overtaken = this.#receiver.listCovered(beginning);
    const affected = findAffected(chain(overtaken, beginning.operations.inOrder()));
    this.#captureBefore(affected);
    this.#receiver.storeCheckpoint(beginning);
    const affectedNotes = this.#materializer.materializeNamed(affected);
    this.#materializer.updatePendingStates(affectedNotes);
    const ids = [...affected.resources, ...affected.bundles, ...affected.documents, ...affectedNotes];
    this.sql.run(insertUnsettled, { ids: JSON.stringify(ids) });
    this.#capture?.clear();
  }

  /** Records entities that are not in the log before remote operations on them are applied. */
  #captureBefore({ resources, documents }: AffectedEntities): void {
    this.#touchNamed();
    for (const id of resources) this.#capture?.touch('resource', id, 'provenance');
    for (const id of documents) this.#capture?.touch('document', id, 'provenance');
    this.#capture?.captureTouched();
  }

  /** Resolves a conflict as a user chose. */
  resolve(conflictId: string, choice: ResolutionChoice, terms: ResolutionTerms): ResolutionOutcome {
    return this.#resolver?.resolve(conflictId, choice, terms) ?? { result: 'closed' };
  }

  /** Captures local entities before remote operations are applied. */
  #touchNamed(): void {
    for (const entity of ['notebook', 'tag', 'source_bundle', 'search_notebook'] as const)
      this.#touchMissing(entity, selectMissing[entity], 0, Number.MAX_SAFE_INTEGER);
  }

  #touchMissing(entity: Entity, query: MissingQuery, after: number, limit: number): number[] {
    return this.sql.all(query, { after, limit }).map(({ pk, id }) => {
      this.#capture?.touch(entity, id, 'provenance');
      return pk;
    });
  }
}

function* chain<Item>(...all: readonly Iterable<Item>[]): Iterable<Item> {
  for (const each of all) yield* each;
}
