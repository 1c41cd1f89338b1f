import type {
  ApplyResult,
  AuthorState,
  Beginning,
  LoggedOperation,
  NextSegment,
  VersionVector,
} from '@notes/sync-protocol';
import { type Entity, type Handle, Statements } from '../library/statements.js';
import { CheckpointReader, CheckpointWriter } from './checkpoints.js';
import { ConflictReader, ConflictWriter } from './conflicts.js';
import { ContentReader, ContentWriter } from './contents.js';
import { ExchangeReader, ExchangeWriter } from './exchange.js';
import { ForgettingReader, ForgettingWriter } from './forgetting.js';
import { IntentReader, IntentWriter } from './intents.js';
import { KeptLogReader } from './kept-log.js';
import { LogReader } from './log-reader.js';
import { OWN, OWN_SEQ } from './op-log.js';
import { newsOf, Receiver, thingsOf, unsettledBy } from './receiver.js';
import { isSuccessor, Renewal } from './renewal.js';
import { type Choice, Resolver, type Settled, type Terms } from './resolver.js';
import { Settler, type Settling, type Unsettled } from './settle.js';
import { States } from './states.js';
import { digestOfLibrary } from './view-digest.js';

/** Numbers of entities that are not in the operation log yet, in a library that became a replica. */
export interface Unsaid {
  readonly resources: number;
  readonly documents: number;
}

/** Keys of the attachment and the note up to which all are recorded. */
export interface Place {
  readonly resource: number;
  readonly document: number;
}

const START: Place = { resource: 0, document: 0 };

const VECTOR = `SELECT * FROM (SELECT id, iif(pk = ${OWN}, ${OWN_SEQ}, seq) AS seq FROM sync_replicas)
  WHERE seq > 0 ORDER BY id`;
const UNSAID = 'NOT EXISTS (SELECT 1 FROM sync_states s WHERE s.id = t.id)';
const DOCUMENTS = `FROM documents t JOIN notebooks n ON n.pk = t.notebook_pk WHERE n.read_only = 0 AND t.synced IS NULL`;
const RESOURCES = `FROM resources t WHERE ${UNSAID}`;
const OTHERS = [
  ['notebook', `FROM notebooks t WHERE builtin = 0 AND ${UNSAID}`],
  ['tag', `FROM tags t WHERE ${UNSAID}`],
  ['source_bundle', `FROM source_bundles t WHERE ${UNSAID}`],
  ['search_notebook', `FROM search_notebooks t WHERE builtin = 0 AND ${UNSAID}`],
] as const;

/** Selects pending ids in an order that puts attachments before the notes that use them. */
const LEFT = 'SELECT id FROM sync_unsettled ORDER BY id DESC LIMIT ?';
const LEAVE = 'INSERT OR IGNORE INTO sync_unsettled (id) SELECT value FROM json_each(?)';
const NOT_LEFT = 'DELETE FROM sync_unsettled WHERE id IN (SELECT value FROM json_each(?))';

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
  readonly forgetting: ForgettingReader;

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
    this.forgetting = new ForgettingReader(handle);
  }

  /** Id of this replica and number of its last operation; undefined without sync. */
  own(): { readonly id: string; readonly seq: number } | undefined {
    return this.sql.get(`SELECT id, ${OWN_SEQ} AS seq FROM sync_replicas WHERE pk = ${OWN}`);
  }

  /** Returns true when this replica continues another one, and none of its own operations is in a segment. */
  isSuccessor(): boolean {
    return isSuccessor(this.sql);
  }

  /** Version vector: the number of the last known operation of each replica. */
  vector(): VersionVector {
    return Object.fromEntries(this.sql.rows<[string, number]>(VECTOR));
  }

  /** Operations of a replica after a number, in order, at most `limit`, with the bodies of notes. */
  operations(replica: string, after: number, limit: number): LoggedOperation[] {
    return this.log.ofReplica(replica, after, limit);
  }

  /** Returns true when the log is completely materialized, with nothing left to {@link SyncWriter.settleLeft}. */
  isSettled(): boolean {
    return this.sql.count('SELECT EXISTS (SELECT 1 FROM sync_unsettled)') === 0;
  }

  /**
   * Computes the digest of the materialized library, hex: equal for replicas with the same operations. Works in steps,
   * since it takes long for a large library. Its queries stay open between steps, so read nothing else from the
   * snapshot meanwhile.
   */
  viewDigest(): Generator<void, string> {
    return digestOfLibrary(this.sql);
  }

  unsaid(): Unsaid {
    return {
      resources: this.sql.count(`SELECT count(*) ${RESOURCES}`),
      documents: this.sql.count(`SELECT count(*) ${DOCUMENTS}`),
    };
  }
}

/** Writes the replica state of a library, and applies remote operations. */
export class SyncWriter extends SyncReader {
  override readonly exchange: ExchangeWriter;
  override readonly contents: ContentWriter;
  override readonly intents: IntentWriter;
  override readonly checkpoints: CheckpointWriter;
  override readonly forgetting: ForgettingWriter;
  readonly #receiver: Receiver;
  readonly #renewal: Renewal;
  readonly #settler: Settler;
  readonly #resolver: Resolver | undefined;

  constructor(handle: Handle, settling: Settling) {
    super(handle);
    this.exchange = new ExchangeWriter(handle);
    this.contents = new ContentWriter(handle);
    this.intents = new IntentWriter(handle);
    this.checkpoints = new CheckpointWriter(handle);
    this.forgetting = new ForgettingWriter(handle);
    this.#receiver = new Receiver(handle.raw);
    this.#renewal = new Renewal(handle.raw);
    this.#settler = new Settler(settling, new States(handle.raw), new ConflictWriter(handle));
    handle.capture?.settleWith(this.#settler);
    this.#resolver = handle.capture && new Resolver(settling, this.conflicts, handle.capture);
  }

  /** Makes the library a replica: later changes become operations. {@link saySome} records the existing contents. */
  begin(replicaId: string): void {
    this.sql.run(`INSERT INTO sync_replicas (pk, id) VALUES (${OWN}, ?)`, replicaId);
  }

  /**
   * Continues as another replica: re-authors the operations after `last`, and materializes the result. Must run in a
   * write of its own.
   */
  renew(replicaId: string, last: AuthorState): void {
    const former = this.own();
    if (former === undefined) {
      this.begin(replicaId);
      return;
    }
    const said = this.#renewal.renew(former.id, replicaId, last);
    this.#settler.settle(unsettledBy(said), newsOf(said));
    this.handle.capture?.forget();
  }

  /**
   * Moves own operations behind those of the former replica, see `comeAfter` of the protocol. Must be called before
   * anything is encrypted.
   *
   * @returns true when the library may have changed
   */
  comeAfterFormer(): boolean {
    const moved = this.#renewal.comeAfter(this.own()?.id ?? '');
    if (moved.length === 0) return false;
    this.#settler.settle(unsettledBy(moved));
    this.handle.capture?.forget();
    return true;
  }

  /**
   * Records entities that are not in the log: at most `limit` attachments and notes from `place` on, and with the first
   * call all others. Repeating it from the start records nothing twice.
   *
   * @returns the position to continue from; null at the end
   */
  saySome(limit: number, place: Place = START): Place | null {
    if (place === START) this.#sayOthers();
    const resources = this.#say('resource', RESOURCES, place.resource, limit);
    if (resources.length === limit) return { ...place, resource: resources.at(-1) as number };
    const documents = this.#say('document', DOCUMENTS, place.document, limit);
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
    const next = this.#receiver.next(segment, most);
    const isLast = this.#take(next.operations, () => this.#receiver.keep(segment, next));
    return isLast ? 'applied' : 'more';
  }

  /**
   * Applies a checkpoint. When nothing else of other replicas was applied, adds about `most` operations; while the
   * result is `more`, call it again, however much later. Otherwise adds all operations at once, in place of those
   * applied so far; {@link settleLeft} then materializes them.
   */
  beginWith(beginning: Beginning, most: number): ApplyResult | 'more' {
    const goesOn = this.checkpoints.begun() === beginning.name;
    const result = this.#receiver.checkBeginning(beginning, goesOn);
    if (result !== 'applied') return result;
    if (!goesOn && !this.#receiver.isNew()) {
      this.#takeInPlace(beginning);
      return result;
    }
    const next = this.#receiver.nextOfBeginning(beginning, most);
    this.#take(next.operations, () => this.#receiver.keepOfBeginning(beginning, next));
    return next.isLast ? 'applied' : 'more';
  }

  /**
   * Materializes about `most` of the pending notes, attachments and import sources. Must run in a write of its own.
   * Earlier changes of a pending entity count as edits of the state that the user saw.
   *
   * @returns `more` when some are left
   */
  settleLeft(most: number): 'settled' | 'more' {
    const ids = this.sql.rows<[string]>(LEFT, most).map(([id]) => id);
    if (ids.length === 0) return 'settled';
    const own = this.own()?.id;
    const operations = ids.flatMap((id) => this.log.of(id)).filter(({ replica }) => replica !== own);
    this.#settler.settleThings(thingsOf(ids), newsOf(operations));
    this.#receiver.conclude(operations);
    this.sql.run(NOT_LEFT, JSON.stringify(ids));
    this.handle.capture?.forget();
    return this.isSettled() ? 'settled' : 'more';
  }

  #take<Kept>(operations: readonly LoggedOperation[], keep: () => Kept): Kept {
    const unsettled = unsettledBy(operations);
    this.#sayBefore(unsettled);
    const kept = keep();
    this.#settler.settle(unsettled, newsOf(operations));
    this.#receiver.conclude(operations);
    this.handle.capture?.forget();
    return kept;
  }

  #takeInPlace(beginning: Beginning): void {
    const overtaken = this.#receiver.overtaken(beginning);
    const unsettled = unsettledBy(inTurn(overtaken, beginning.operations.inOrder()));
    this.#sayBefore(unsettled);
    this.#receiver.keepBeginning(beginning);
    const affected = this.#settler.settleNamed(unsettled);
    this.#settler.follow(affected);
    const documents = [...unsettled.documents, ...affected];
    this.sql.run(LEAVE, JSON.stringify([...unsettled.resources, ...unsettled.bundles, ...documents]));
    this.handle.capture?.forget();
  }

  /** Records entities that are not in the log before remote operations on them are applied. */
  #sayBefore({ resources, documents }: Unsettled): void {
    this.#sayOthers();
    for (const id of resources) this.handle.capture?.touch('resource', id, 'provenance');
    for (const id of documents) this.handle.capture?.touch('document', id, 'provenance');
    this.handle.capture?.conclude();
  }

  /** Resolves a conflict as a user chose. */
  resolve(conflictId: string, choice: Choice, terms: Terms): Settled {
    return this.#resolver?.resolve(conflictId, choice, terms) ?? { result: 'closed' };
  }

  /** Captures local entities before remote operations are applied. */
  #sayOthers(): void {
    for (const [entity, from] of OTHERS) this.#say(entity, from, 0, Number.MAX_SAFE_INTEGER);
  }

  #say(entity: Entity, from: string, after: number, limit: number): number[] {
    const some = `SELECT t.pk, t.id ${from} AND t.pk > ? ORDER BY t.pk LIMIT ?`;
    return this.sql.rows<[number, string]>(some, after, limit).map(([pk, id]) => {
      this.handle.capture?.touch(entity, id, 'provenance');
      return pk;
    });
  }
}

function* inTurn<Item>(...all: readonly Iterable<Item>[]): Iterable<Item> {
  for (const each of all) yield* each;
}
