import { hash } from 'node:crypto';
import {
  type AuthorState,
  CHUNK_LENGTH,
  isInline,
  type LoggedOperation,
  type Operation,
  type VersionVector,
} from '@notes/sync-protocol';
import {
  type AckRecord,
  type Alert,
  type ApplyResult,
  type BlobRef,
  type BootstrapCheckpoint,
  type CheckpointRecord,
  type ControlRecord,
  type Fork,
  getReferencedTexts,
  type NextSegment,
  type OperationShelf,
  type OwnArtifact,
  type OwnArtifactEntry,
  type ReplicaState,
  type SegmentEnd,
  type SyncStore,
  type Wait,
  type WantedBlob,
  type WholeLog,
} from '@notes/sync-protocol/run';
import { openSnapshot } from '../archive/library-snapshot.js';
import { StorageError } from '../errors.js';
import { Pacer } from '../library/pacer.js';
import type { Store } from '../library/store.js';
import type { Reader, UnitOfWork } from '../library/unit.js';
import type { BlobFile } from '../resources/blob-file.js';
import { ChunkStore } from './chunk-store.js';
import { type DatedTree, isCurrent, readKnownDigest, updateKnownTree, writeKnownTree } from './known-digest.js';
import { ReceivedOperationsFile } from './received-operations-file.js';
import { type FillSize, fillInSlices, runInSlices } from './run-in-slices.js';
import type { SyncReader } from './sync.js';

type SealedClass = OwnArtifactEntry['artifactClass'];
/** Length in characters up to which a text fits its line in any encoding. */
const MAX_INLINE_LENGTH = 40_000;

/** Attachments that a run fetches. Default: those that this device should have. */
export interface FetchedAttachments {
  /** SHA-256 digests of the only attachments to fetch. */
  readonly only?: ReadonlySet<string>;
  /** Requests also the attachments that are fetched only on request, once the run knows them. */
  readonly withOnRequest?: boolean;
}

/** Storage of a sync run, backed by the library. */
export class LibrarySyncStore implements SyncStore {
  readonly #store: Store;
  readonly #parts: ChunkStore;
  readonly #fetched: FetchedAttachments;
  readonly #pacer = new Pacer();
  /** Digests of attachments whose whole files were compared with them. */
  readonly #intact = new Set<string>();

  constructor({ store }: { readonly store: Store }, fetched: FetchedAttachments = {}) {
    this.#store = store;
    this.#fetched = fetched;
    this.#parts = new ChunkStore(store);
  }

  replica = (): Promise<string | null> => this.#read(({ sync }) => sync.own()?.id ?? null);
  versions = (): Promise<VersionVector> => this.#read(({ sync }) => sync.vector());
  authors = (): Promise<ReadonlyMap<string, AuthorState>> => this.#read(({ sync }) => sync.exchange.authors());

  async readState(): Promise<ReplicaState> {
    await this.materializePending();
    return this.#onSnapshot(async (reader) => ({
      ...(await this.#readReplicaState(reader)),
      complete: (await this.#listMissing(reader.sync.contents.listReferenced())).length === 0,
    }));
  }

  /** Returns the content whose bytes are not here. Looks for one file after the other, since there may be many. */
  async #listMissing<Content extends { readonly sha256: string }>(contents: readonly Content[]): Promise<Content[]> {
    const missing: Content[] = [];
    for (const content of contents) {
      if (this.#store.blobs.find(content.sha256) === undefined) missing.push(content);
      await this.yieldControl();
    }
    return missing;
  }

  async #readReplicaState(reader: Reader): Promise<Omit<ReplicaState, 'complete'>> {
    const { sync } = reader;
    return { versions: sync.vector(), authors: sync.exchange.authors(), viewDigest: await this.#digest(reader) };
  }

  /** Returns the digest of the library, and stores it for later runs. */
  async #digest(reader: Reader): Promise<string> {
    const known = readKnownDigest(reader);
    if (known !== undefined && isCurrent(known, reader)) return known.digest;
    const { paths } = this.#store;
    const tree = (known && updateKnownTree(paths, known, reader)) ?? (await this.#buildTree(reader));
    const computed = writeKnownTree(paths, reader, tree);
    await this.#store.write(({ meta }) => meta.set('sync_digest', JSON.stringify(computed)));
    return computed.digest;
  }

  async #buildTree({ sync }: Reader): Promise<DatedTree> {
    const at = Date.now();
    return { at, tree: await this.#inSteps(sync.buildLeafTree()) };
  }

  async #inSteps<Answer>(work: Generator<void, Answer>): Promise<Answer> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      await this.yieldControl();
    }
  }

  /** Runs work on a snapshot of the library, unaffected by concurrent writes. */
  async #onSnapshot<Answer>(work: (reader: Reader) => Promise<Answer>): Promise<Answer> {
    const snapshot = openSnapshot(this.#store.paths.dataDir);
    try {
      return await work(snapshot.reader);
    } finally {
      snapshot.close();
    }
  }

  /** Records the texts that checkpoints reference, so that this replica keeps them. */
  async #nameTexts(operations: Iterable<LoggedOperation>): Promise<BlobRef[]> {
    const named: { readonly rev: string; readonly ref: BlobRef }[] = [];
    for (const { operation } of operations)
      if (operation.op === 'doc.write' && operation.body_ref !== undefined)
        named.push({ rev: operation.rev, ref: operation.body_ref });
    if (named.length > 0)
      await this.#store.write(({ sync }) => {
        for (const { rev, ref } of named)
          sync.contents.recordTextReference(rev, { sha256: ref.sha256, sizeBytes: ref.size });
      });
    return named.map(({ ref }) => ref);
  }

  segment(replica: string, index: number): Promise<SegmentEnd> {
    return this.#read(({ sync }) => sync.exchange.segment(replica, index));
  }

  lamports(
    operations: readonly { readonly replica: string; readonly seq: number }[],
  ): Promise<readonly (readonly [least: number, most: number])[]> {
    return this.#read(({ sync }) => operations.map(({ replica, seq }) => sync.exchange.lamports(replica, seq)));
  }

  isSuccessor = (): Promise<boolean> => this.#read(({ sync }) => sync.isSuccessor());

  async listPending(most: number): Promise<readonly LoggedOperation[]> {
    if ((await this.readWait()) !== null) await this.materializePending();
    return await this.#store.write(({ sync, meta }) => {
      const isMoved = sync.moveAfterFormer();
      if (sync.rebaseEdits(most) || isMoved) meta.remove('sync_digest');
      return sync.exchange.takePendingOperations(most).map((logged) => {
        const named = replaceLongText(logged.operation);
        if (named === null) return logged;
        const { sha256, size: sizeBytes } = named.ref;
        sync.contents.recordTextReference(named.operation.rev, { sha256, sizeBytes });
        return { ...logged, operation: named.operation };
      });
    });
  }

  apply(segment: NextSegment): Promise<ApplyResult> {
    const texts = listTextDigests(segment.operations);
    return runInSlices(this.#store, ({ sync }, most) => {
      const result = sync.apply(segment, most);
      if (result === 'applied') sync.contents.dropTexts(texts);
      return result;
    });
  }

  async bootstrap(beginning: BootstrapCheckpoint): Promise<ApplyResult> {
    const isCompared = await this.#onSnapshot(({ sync }) => this.#haveEqualTexts(sync, beginning));
    const fill = ({ sync }: UnitOfWork, { most, ms }: FillSize) => {
      const result = sync.applyCheckpoint(beginning, most, { ms, isCompared });
      if (result === 'applied' && sync.contents.hasReceivedTexts())
        sync.contents.dropTexts(listTextDigests(beginning.operations.inOrder()));
      return result;
    };
    const result = await fillInSlices(this.#store, fill);
    await this.materializePending();
    return result;
  }

  /** Compares texts before the first write, for which others would have to wait. */
  async #haveEqualTexts(sync: SyncReader, beginning: BootstrapCheckpoint): Promise<boolean> {
    if (sync.checkpoints.findIncomplete() === beginning.name) return true;
    for (const differs of sync.compareTexts(beginning)) {
      if (differs) return false;
      await this.yieldControl();
    }
    return true;
  }

  /** Completes the materialization of the log after an interrupted adoption of a checkpoint. */
  async materializePending(): Promise<void> {
    if (this.#store.read(({ sync }) => sync.isMaterialized())) return;
    await runInSlices(this.#store, ({ sync }, most) => sync.materializePending(most));
  }

  readAwaited = (): Promise<VersionVector> => this.#read(({ sync }) => sync.exchange.findWait()?.versions ?? {});

  readWait(): Promise<Wait | null> {
    return this.#read(({ sync }) => {
      const wait = sync.exchange.findWait();
      return wait?.isOver === false ? wait : null;
    });
  }

  async concludeWait(): Promise<void> {
    await this.materializePending();
    await this.#store.write(({ sync, meta }) => {
      if (sync.concludeWait()) meta.remove('sync_digest');
    });
  }

  readBootstrap = (): Promise<string | null> => this.#read(({ sync }) => sync.checkpoints.findIncomplete() ?? null);

  async readLog<Answer>(work: (log: WholeLog) => Promise<Answer>): Promise<Answer> {
    await this.materializePending();
    return this.#onSnapshot(async (reader) => work(await this.#wholeLog(reader)));
  }

  async #wholeLog(reader: Reader): Promise<WholeLog> {
    const { sync } = reader;
    const { keptLog } = sync;
    return {
      ...(await this.#readReplicaState(reader)),
      prunedBelow: sync.checkpoints.readPruned(),
      listIds: (kind) => keptLog.listIds(kind),
      getOperations: (key) => keptLog.getOperations(key),
      listPurged: () => keptLog.listPurged(),
      at: (replica, seq) => keptLog.at(replica, seq),
      readBody: keptLog.readBody,
      inOrder: (place) => replaceLongTexts(keptLog.inOrder(place)),
      texts: () => this.#nameTexts(replaceLongTexts(keptLog.listLongWrites(MAX_INLINE_LENGTH))),
    };
  }

  createShelf = (): OperationShelf => new ReceivedOperationsFile(this.#store.paths);

  readonly yieldControl = (): Promise<void> | undefined => (this.#pacer.isDue ? this.#pacer.step() : undefined);

  checkpoints = (): Promise<readonly CheckpointRecord[]> => this.#read(({ sync }) => sync.checkpoints.all());

  keepCheckpoint(record: CheckpointRecord): Promise<void> {
    return this.#store.write(({ sync }) => sync.checkpoints.keep(record));
  }

  keepArtifact(artifact: OwnArtifact, after?: AuthorState): Promise<boolean> {
    return this.#store.write(({ sync }) => sync.exchange.keepArtifact(artifact, after));
  }

  listArtifacts(artifactClass: SealedClass, after: number, limit: number): Promise<readonly OwnArtifactEntry[]> {
    return this.#read(({ sync }) => sync.exchange.listArtifacts(artifactClass, after, limit));
  }

  getLastArtifact(artifactClass: SealedClass): Promise<OwnArtifactEntry | null> {
    return this.#read(({ sync }) => sync.exchange.getLastArtifact(artifactClass));
  }

  readArtifact(artifactClass: SealedClass, index: number): Promise<Uint8Array | null> {
    return this.#read(({ sync }) => sync.exchange.readArtifact(artifactClass, index));
  }

  dropArtifacts(artifactClass: SealedClass, below: number): Promise<void> {
    return this.#store.write(({ sync }) => sync.exchange.dropArtifacts(artifactClass, below));
  }

  control = (): Promise<readonly ControlRecord[]> => this.#read(({ sync }) => sync.exchange.control());
  listPendingControl = (): Promise<readonly Uint8Array[]> =>
    this.#read(({ sync }) => sync.exchange.listPendingControl());
  acks = (): Promise<readonly AckRecord[]> => this.#read(({ sync }) => sync.exchange.acks());
  forks = (): Promise<readonly Fork[]> => this.#read(({ sync }) => sync.exchange.forks());

  keepControl(record: ControlRecord): Promise<void> {
    return this.#store.write(({ sync }) => sync.exchange.keepControl(record));
  }

  addControl(payload: Uint8Array): Promise<void> {
    return this.#store.write(({ sync }) => sync.exchange.addControl(payload));
  }

  keepAck(record: AckRecord): Promise<void> {
    return this.#store.write(({ sync }) => sync.exchange.keepAck(record));
  }

  readSeen(carrierId: string): Promise<ReadonlyMap<string, number>> {
    return this.#read(({ sync }) => sync.exchange.readSeen(carrierId));
  }

  recordSeen(carrierId: string, place: string, index: number): Promise<void> {
    return this.#store.write(({ sync }) => sync.exchange.recordSeen(carrierId, place, index));
  }

  keepFork(fork: Fork): Promise<void> {
    return this.#store.write(({ sync }) => sync.exchange.keepFork(fork));
  }

  setAlerts(carrierId: string, alerts: readonly Alert[], foundBy?: 'run' | 'reading'): Promise<void> {
    return this.#store.write(({ sync }) => sync.exchange.setAlerts(carrierId, alerts, foundBy));
  }

  attachments = (): Promise<readonly BlobRef[]> =>
    this.#read(({ sync }) => sync.contents.listReferenced().map(toBlobRef));

  listUnpublishedBlobs(carrierId: string, kind: 'text' | 'resource', limit: number): Promise<readonly BlobRef[]> {
    return this.#read(({ sync }) => {
      const here = ({ sha256 }: { readonly sha256: string }) =>
        kind === 'text' ? sync.contents.readText(sha256) !== undefined : this.#store.blobs.find(sha256) !== undefined;
      const found: BlobRef[] = [];
      for (const content of sync.contents.listUnpublished(carrierId, kind)) {
        if (found.length === limit) break;
        if (here(content)) found.push(toBlobRef(content));
      }
      return found;
    });
  }

  async readBlob(sha256: string, start: number, length: number): Promise<Uint8Array | null> {
    const file = await this.#store.blobs.open(sha256);
    if (file !== undefined) return this.#readIntact(file, { sha256, start, length });
    const text = this.#store.read(({ sync }) => sync.contents.readText(sha256));
    return text === undefined ? null : Buffer.from(text, 'utf8').subarray(start, start + length);
  }

  recordPublishedBlobs(carrierId: string, sha256s: readonly string[]): Promise<void> {
    return this.#store.write(({ sync }) => sync.contents.markPublished(carrierId, sha256s));
  }

  clearPublishedBlobs(carrierId: string): Promise<void> {
    return this.#store.write(({ sync }) => sync.contents.clearPublished(carrierId));
  }

  findMissingTexts(texts: readonly BlobRef[]): Promise<readonly BlobRef[]> {
    return this.#read(({ sync }) => texts.filter(({ sha256 }) => sync.contents.readText(sha256) === undefined));
  }

  keepText(sha256: string, text: Uint8Array): Promise<void> {
    return this.#store.write(({ sync }) => sync.contents.keepText(sha256, Buffer.from(text).toString('utf8')));
  }

  async listWantedBlobs(): Promise<readonly WantedBlob[]> {
    if (this.#fetched.withOnRequest === true) await this.#requestFetches();
    const missing = await this.#listMissing(this.#store.read(({ sync }) => sync.intents.listWanted()));
    const digests = new Set(missing.map(({ sha256 }) => sha256));
    this.#parts.removeExcept((sha256) => digests.has(sha256));
    const wanted = missing.filter(({ sha256 }) => this.#fetched.only?.has(sha256) ?? true);
    const begun = this.#parts.listStoredChunks();
    const have = (sha256: string) => begun.get(sha256) ?? [];
    return wanted
      .sort((a, b) => Number(begun.has(b.sha256)) - Number(begun.has(a.sha256)))
      .map((content) => ({ ...toBlobRef(content), have: have(content.sha256) }));
  }

  /** Requests the missing attachments that are fetched only on request. */
  async #requestFetches(): Promise<void> {
    const missing = await this.#listMissing(this.#store.read(({ sync }) => sync.intents.listOnRequest()));
    if (missing.length === 0) return;
    await this.#store.write(({ resources, sync }) => {
      for (const { sha256 } of missing)
        for (const resourcePk of resources.findKeysByDigest(sha256)) sync.intents.requestFetch(resourcePk);
    });
  }

  keepChunk(blob: BlobRef, chunk: number, bytes: Uint8Array): Promise<boolean> {
    return this.#parts.keep(blob, chunk, bytes);
  }

  /**
   * Reads a part of a file whose bytes match its digest. A range of a long file is not compared with it, so that the
   * first range reads the whole file: a published chunk is never put again.
   */
  async #readIntact(
    file: BlobFile,
    { sha256, start, length }: { readonly sha256: string; readonly start: number; readonly length: number },
  ): Promise<Uint8Array | null> {
    try {
      if (length < file.sizeBytes && !this.#intact.has(sha256)) {
        await file.verify();
        this.#intact.add(sha256);
      }
      const pieces: Buffer[] = [];
      for await (const piece of file.read(start, start + length)) pieces.push(piece);
      const [first] = pieces;
      return first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces);
    } catch (error) {
      if (error instanceof StorageError && error.reason === 'damaged_blob') return null;
      throw error;
    } finally {
      await file.close();
    }
  }

  async #read<Answer>(work: (reader: Reader) => Answer): Promise<Answer> {
    return this.#store.read(work);
  }
}

/** Returns a reference to content, with its number of chunks (at least 1). */
export const toBlobRef = ({
  sha256,
  sizeBytes: size,
}: {
  readonly sha256: string;
  readonly sizeBytes: number;
}): BlobRef => ({
  sha256,
  size,
  chunks: Math.max(1, Math.ceil(size / CHUNK_LENGTH)),
});

/** Returns the digests of texts that revisions reference instead of containing. */
const listTextDigests = (operations: Iterable<LoggedOperation>): string[] =>
  getReferencedTexts(operations).map(({ sha256 }) => sha256);

function* replaceLongTexts(operations: Iterable<LoggedOperation>): Iterable<LoggedOperation> {
  for (const logged of operations) {
    const named = replaceLongText(logged.operation);
    yield named === null ? logged : { ...logged, operation: named.operation };
  }
}

/**
 * Returns a revision with its text replaced by a reference when the text is too long for a line; null for any other
 * operation.
 */
function replaceLongText(operation: Operation) {
  if (operation.op !== 'doc.write' || operation.body === undefined) return null;
  if (operation.body.length <= MAX_INLINE_LENGTH || isInline(operation)) return null;
  const { body, ...rest } = operation;
  const sha256 = hash('sha256', body);
  const ref = toBlobRef({ sha256, sizeBytes: Buffer.byteLength(body) });
  return { ref, operation: { ...rest, body_ref: ref } };
}
