import { createHash } from 'node:crypto';
import type { LoggedOperation, VersionVector } from '../log/operations.js';
import { compareOperations, covers, coversAll, getDot } from '../log/order.js';
import { type FormerLog, moveAfterFormer } from '../log/reauthor.js';
import { SQUASH_MS, squash } from '../log/squash.js';
import { type AuthorState, NEW_AUTHOR } from '../log/succession.js';
import type { ReadBody } from '../merge/merge-heads.js';
import type { Alert } from '../run/alerts.js';
import { getReferencedTexts } from '../run/referenced-texts.js';
import type { CheckpointRecord } from '../run/retention/knowledge.js';
import { createMemoryShelf, createStoredOperations, type OperationShelf } from '../run/retention/stored-operations.js';
import type { SegmentEnd } from '../run/retention/verify-checkpoint.js';
import type {
  AckRecord,
  ApplyResult,
  BlobRef,
  BootstrapCheckpoint,
  ControlRecord,
  Fork,
  NextSegment,
  OwnArtifact,
  OwnArtifactEntry,
  ReplicaState,
  SyncStore,
  Wait,
  WantedBlob,
  WholeLog,
} from '../run/store.js';
import {
  collectBlobs,
  copyState,
  emptyState,
  getVersions,
  getWait,
  type LibraryState,
  listOperations,
  type OwnArtifactClass,
  rebaseOwn,
} from './memory-state.js';
import { CrashPoints } from './sim/crash-points.js';

/** Number of operations of a checkpoint applied at once. */
const SLICE_SIZE = 2;

/** Options of {@link MemoryStore}. */
export interface MemoryStoreOptions {
  /** Computes the digest of the view of a set of operations. */
  readonly computeDigest: (operations: readonly LoggedOperation[]) => string;
  /** Time limit of `squash` in milliseconds. */
  readonly squashMs?: number;
  /** Awaited before each call. */
  readonly waitForTurn?: () => Promise<void> | undefined;
  readonly crash?: CrashPoints;
  /** Called when part of a checkpoint was applied and more remains. */
  readonly onSlice?: () => void;
}

/**
 * A library in memory. Each write is an atomic transaction: it is durable when it resolves, and a crash comes before or
 * after it.
 */
export class MemoryStore implements SyncStore {
  state: LibraryState;
  readonly #digestOf: MemoryStoreOptions['computeDigest'];
  readonly #squashMs: number;
  readonly #turn: () => Promise<void> | undefined;
  readonly #crash: CrashPoints;
  readonly #sliced: () => void;

  constructor(replica: string, options: MemoryStoreOptions) {
    const { computeDigest, squashMs = SQUASH_MS, waitForTurn = () => undefined, crash = new CrashPoints() } = options;
    this.#sliced = options.onSlice ?? (() => {});
    this.state = emptyState(replica);
    this.#digestOf = computeDigest;
    this.#squashMs = squashMs;
    this.#turn = waitForTurn;
    this.#crash = crash;
  }

  /** Returns an image of the library that later changes do not affect. */
  snapshot(): LibraryState {
    return copyState(this.state);
  }

  replica = (): Promise<string> => this.#read(({ replica }) => replica);
  versions = (): Promise<VersionVector> => this.#read((state) => getVersions(state));
  authors = (): Promise<ReadonlyMap<string, AuthorState>> => this.#read(({ authors }) => new Map(authors));

  readState(): Promise<ReplicaState> {
    return this.#read((state) => {
      const operations = listOperations(state);
      const complete = [...collectBlobs(operations, 'resource').keys()].every((sha256) => state.blobs.has(sha256));
      const viewDigest = this.#digestOf(operations);
      return { versions: getVersions(state), authors: new Map(state.authors), viewDigest, complete };
    });
  }

  segment(replica: string, index: number): Promise<SegmentEnd> {
    return this.#read(({ segments }) => segments.get(`${replica}:${index}`) ?? null);
  }

  lamports(
    operations: readonly { readonly replica: string; readonly seq: number }[],
  ): Promise<readonly (readonly [number, number])[]> {
    return this.#read((state) => operations.map(({ replica, seq }) => lamportRange(state, replica, seq)));
  }

  isSuccessor = (): Promise<boolean> =>
    this.#read((state) => isSuccessor(state) && (state.log.get(state.replica)?.length ?? 0) > 0);

  listPending(most: number): Promise<readonly LoggedOperation[]> {
    return this.#write((state) => {
      if (isSuccessor(state)) comeAfterFormer(state);
      const wait = getWait(state);
      if (wait !== null) rebaseOwn(state, wait.versions, createBodyReader(state));
      squashOwn(state, this.#squashMs);
      const { log, authors, replica } = state;
      const from = authors.get(replica)?.seq ?? 0;
      return (log.get(replica) ?? []).filter(({ operation }) => operation.s > from).slice(0, most);
    });
  }

  apply({ replica, operations, from, to }: NextSegment): Promise<ApplyResult> {
    return this.#write((state) => {
      const author = state.authors.get(replica) ?? NEW_AUTHOR;
      if (author.index !== from.index || !coversAll(getVersions(state), to.context)) return 'stale';
      const known = state.log.get(replica) ?? [];
      const have = new Set(known.map(({ operation }) => operation.s));
      // A partly applied checkpoint may contain later operations, with gaps where it was pruned.
      const all = [...known, ...operations.filter(({ operation }) => !have.has(operation.s))];
      state.log.set(
        replica,
        all.sort((a, b) => a.operation.s - b.operation.s),
      );
      advance(state, replica, to);
      state.bootstrapping = null;
      return 'applied';
    });
  }

  async bootstrap(beginning: BootstrapCheckpoint): Promise<ApplyResult> {
    for (;;) {
      const result = await this.#write((state) => bootstrapSlice(state, beginning));
      if (result !== 'more') return result;
      this.#sliced();
    }
  }

  readAwaited = (): Promise<VersionVector> => this.#read(({ wait }) => wait?.versions ?? {});
  readWait = (): Promise<Wait | null> => this.#read(getWait);

  concludeWait(): Promise<void> {
    return this.#write((state) => {
      rebaseOwn(state, null, createBodyReader(state));
      if (state.wait !== null) state.wait = { ...state.wait, isOver: true };
    });
  }

  readBootstrap = (): Promise<string | null> => this.#read(({ bootstrapping }) => bootstrapping);

  async readLog<Answer>(work: (log: WholeLog) => Promise<Answer>): Promise<Answer> {
    const log = await this.#read((state): WholeLog => {
      const operations = listOperations(state).sort(compareOperations);
      const byDot = new Map(operations.map((logged) => [getDot(logged), logged]));
      return {
        ...createStoredOperations(operations, createBodyReader(state)),
        versions: getVersions(state),
        authors: new Map(state.authors),
        prunedBelow: state.prunedBelow,
        viewDigest: this.#digestOf(operations),
        at: (replica, seq) => byDot.get(`${replica}:${seq}`),
        texts: async () => getReferencedTexts(operations),
      };
    });
    return await work(log);
  }

  createShelf = (): OperationShelf => createMemoryShelf();

  yieldControl = (): undefined => undefined;

  checkpoints = (): Promise<readonly CheckpointRecord[]> =>
    this.#read(({ checkpoints }) =>
      [...checkpoints.values()].sort((a, b) =>
        a.replica < b.replica ? -1 : a.replica > b.replica ? 1 : a.index - b.index,
      ),
    );

  keepCheckpoint(record: CheckpointRecord): Promise<void> {
    return this.#write(({ checkpoints }) => {
      checkpoints.set(record.name, record);
    });
  }

  keepArtifact(artifact: OwnArtifact, after?: AuthorState): Promise<boolean> {
    return this.#write((state) => {
      const sealed = state.sealed.get(artifact.artifactClass) ?? [];
      if ((sealed.at(-1)?.index ?? 0) !== artifact.index - 1) return false;
      const isPublished = getLastOwnSeq(state) === (state.authors.get(state.replica)?.seq ?? 0);
      const mayRebase = getWait(state) !== null || isSuccessor(state);
      if (artifact.artifactClass === 'acks' && mayRebase && !isPublished) return false;
      state.sealed.set(artifact.artifactClass, [...sealed, artifact]);
      if (after) advance(state, state.replica, after);
      if (artifact.artifactClass === 'acks') state.offered = getLastOwnSeq(state);
      const [control, ...rest] = state.unsealedControl;
      if (artifact.artifactClass === 'members' && control !== undefined) {
        const { index, sha256 } = artifact;
        keepControl(state, { namespace: state.replica, index, sha256, payload: control });
        state.unsealedControl = rest;
      }
      return true;
    });
  }

  listArtifacts(artifactClass: OwnArtifactClass, after: number, limit: number): Promise<readonly OwnArtifactEntry[]> {
    return this.#read(({ sealed }) =>
      (sealed.get(artifactClass) ?? [])
        .filter(({ index }) => index > after)
        .slice(0, limit)
        .map(toEntry),
    );
  }

  getLastArtifact(artifactClass: OwnArtifactClass): Promise<OwnArtifactEntry | null> {
    return this.#read(({ sealed }) => getLastEntry(sealed.get(artifactClass)));
  }

  readArtifact(artifactClass: OwnArtifactClass, index: number): Promise<Uint8Array | null> {
    return this.#read(
      ({ sealed }) => sealed.get(artifactClass)?.find((artifact) => artifact.index === index)?.bytes ?? null,
    );
  }

  dropArtifacts(artifactClass: OwnArtifactClass, below: number): Promise<void> {
    return this.#write(({ sealed }) => {
      const kept = (sealed.get(artifactClass) ?? []).filter(({ index }, at, all) => {
        return index >= below || at === all.length - 1;
      });
      sealed.set(artifactClass, kept);
    });
  }

  control = (): Promise<readonly ControlRecord[]> => this.#read(({ control }) => [...control.values()]);
  keepControl = (record: ControlRecord): Promise<void> => this.#write((state) => keepControl(state, record));
  listPendingControl = (): Promise<readonly Uint8Array[]> => this.#read(({ unsealedControl }) => [...unsealedControl]);

  addControl(payload: Uint8Array): Promise<void> {
    return this.#write((state) => {
      state.unsealedControl = [...state.unsealedControl, payload];
    });
  }

  acks = (): Promise<readonly AckRecord[]> => this.#read(({ acks }) => [...acks.values()]);

  keepAck(record: AckRecord): Promise<void> {
    return this.#write(({ acks }) => {
      if ((acks.get(record.replica)?.index ?? 0) < record.index) acks.set(record.replica, record);
    });
  }

  readSeen(carrierId: string): Promise<ReadonlyMap<string, number>> {
    return this.#read(({ seen }) => new Map(seen.get(carrierId)));
  }

  recordSeen(carrierId: string, place: string, index: number): Promise<void> {
    return this.#write(({ seen }) => {
      seen.set(carrierId, new Map(seen.get(carrierId)).set(place, index));
    });
  }

  forks = (): Promise<readonly Fork[]> => this.#read(({ forks }) => [...forks.values()]);

  keepFork(fork: Fork): Promise<void> {
    return this.#write(({ forks }) => {
      if (!forks.has(fork.replica)) forks.set(fork.replica, fork);
    });
  }

  setAlerts(carrierId: string, alerts: readonly Alert[], foundBy: 'run' | 'reading' = 'run'): Promise<void> {
    return this.#write((state) => {
      state.alerts.set(`${carrierId} ${foundBy}`, alerts);
    });
  }

  attachments = (): Promise<readonly BlobRef[]> =>
    this.#read((state) => [...collectBlobs(listOperations(state), 'resource').values()]);

  listUnpublishedBlobs(carrierId: string, kind: 'text' | 'resource', limit: number): Promise<readonly BlobRef[]> {
    return this.#read(({ log, replica, blobs, published }) => {
      const named = [...collectBlobs(log.get(replica) ?? [], kind).values()];
      const there = published.get(carrierId);
      return named.filter(({ sha256 }) => blobs.has(sha256) && !there?.has(sha256)).slice(0, limit);
    });
  }

  readBlob(sha256: string, start: number, length: number): Promise<Uint8Array | null> {
    return this.#read(({ blobs }) => blobs.get(sha256)?.slice(start, start + length) ?? null);
  }

  recordPublishedBlobs(carrierId: string, sha256s: readonly string[]): Promise<void> {
    return this.#write(({ published }) => {
      published.set(carrierId, new Set([...(published.get(carrierId) ?? []), ...sha256s]));
    });
  }

  clearPublishedBlobs(carrierId: string): Promise<void> {
    return this.#write(({ published }) => {
      published.delete(carrierId);
    });
  }

  findMissingTexts(texts: readonly BlobRef[]): Promise<readonly BlobRef[]> {
    return this.#read(({ blobs }) => texts.filter(({ sha256 }) => !blobs.has(sha256)));
  }

  keepText(sha256: string, text: Uint8Array): Promise<void> {
    return this.#write(({ blobs }) => {
      blobs.set(sha256, text);
    });
  }

  listWantedBlobs(): Promise<readonly WantedBlob[]> {
    return this.#read((state) => {
      const named = [...collectBlobs(listOperations(state), 'resource').values()];
      const missing = named.filter(({ sha256 }) => !state.blobs.has(sha256));
      return missing.map((blob) => ({ ...blob, have: [...(state.parts.get(blob.sha256)?.keys() ?? [])] }));
    });
  }

  keepChunk({ sha256, chunks }: BlobRef, chunk: number, bytes: Uint8Array): Promise<boolean> {
    return this.#write((state) => {
      const parts = new Map(state.parts.get(sha256)).set(chunk, bytes);
      state.parts.set(sha256, parts);
      if (parts.size < chunks) return true;
      state.parts.delete(sha256);
      const whole = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part));
      const matches = createHash('sha256').update(whole).digest('hex') === sha256;
      if (matches) state.blobs.set(sha256, Uint8Array.from(whole));
      return matches;
    });
  }

  /** Changes the library as its user does. A returned value counts as acknowledged to the user. */
  change<Answer>(work: (state: LibraryState) => Answer): Answer {
    return this.#crash.write(() => work(this.state));
  }

  async #read<Answer>(query: (state: LibraryState) => Answer): Promise<Answer> {
    await this.#turn();
    return query(this.state);
  }

  async #write<Answer>(work: (state: LibraryState) => Answer): Promise<Answer> {
    await this.#turn();
    return this.#crash.write(() => work(this.state));
  }
}

const createBodyReader =
  ({ blobs }: LibraryState): ReadBody =>
  ({ body, body_ref }) =>
    body ?? Buffer.from(blobs.get(body_ref?.sha256 ?? '') ?? []).toString();

const toEntry = ({ artifactClass, index, name, sha256, bytes }: OwnArtifact): OwnArtifactEntry => ({
  artifactClass,
  index,
  name,
  sha256,
  sizeBytes: bytes.length,
});

function getLastEntry(sealed: readonly OwnArtifact[] = []): OwnArtifactEntry | null {
  const last = sealed.at(-1);
  return last === undefined ? null : toEntry(last);
}

const getLastOwnSeq = (state: LibraryState) => getVersions(state)[state.replica] ?? 0;

/** Squashes own operations that were neither published nor returned before. They count as returned afterwards. */
function squashOwn(state: LibraryState, withinMs: number): void {
  const own = state.log.get(state.replica) ?? [];
  const squashed = squash(
    own.filter(({ operation }) => operation.s > state.offered),
    { withinMs },
  );
  const changed = new Map(squashed.map((logged) => [logged.operation.s, logged]));
  state.log.set(
    state.replica,
    own.map((logged) => changed.get(logged.operation.s) ?? logged),
  );
  state.offered = getLastOwnSeq(state);
}

function advance(state: LibraryState, replica: string, to: AuthorState): void {
  state.authors.set(replica, to);
  if (to.digest !== null) {
    const { digest: sha256, seq, lamport } = to;
    state.segments.set(`${replica}:${to.index}`, { sha256, seq, lamport });
  }
}

const isSuccessor = ({ former, replica, authors }: LibraryState) =>
  former !== null && (authors.get(replica)?.index ?? 0) === 0;

function comeAfterFormer({ former, log, replica }: LibraryState): void {
  const { replica: before, after } = former as FormerLog;
  const own = log.get(replica) ?? [];
  const lost = (log.get(before) ?? []).filter(({ operation }) => operation.s > after);
  const moved = moveAfterFormer(own, lost, former as FormerLog);
  log.set(replica, [...own.slice(0, own.length - moved.length), ...moved]);
}

/** Applies a checkpoint: in slices when no other operation of other replicas was applied, else at once. */
function bootstrapSlice(state: LibraryState, beginning: BootstrapCheckpoint): ApplyResult | 'more' {
  const { name, versions } = beginning;
  const operations = [...beginning.operations.inOrder()];
  const others = Object.keys(versions).filter((replica) => replica !== state.replica);
  const isResumed = state.bootstrapping === name;
  if (!isResumed && others.every((replica) => (versions[replica] ?? 0) <= getContinuationSeq(state, replica)))
    return 'stale';
  if (!isResumed && Object.keys(getVersions(state)).some((replica) => replica !== state.replica)) {
    for (const replica of others) {
      const further = (state.log.get(replica) ?? []).filter(({ operation }) => !covers(versions, replica, operation.s));
      state.log.set(replica, [...operations.filter((logged) => logged.replica === replica), ...further]);
    }
    return concludeBootstrap(state, beginning);
  }
  const known = getVersions(state);
  const left = operations.filter(
    ({ replica, operation }) => replica !== state.replica && !covers(known, replica, operation.s),
  );
  for (const logged of left.slice(0, SLICE_SIZE)) {
    const { replica, operation } = logged;
    state.log.set(replica, [...(state.log.get(replica) ?? []), logged]);
    state.prunedBelow = { ...state.prunedBelow, [replica]: operation.s };
  }
  state.bootstrapping = name;
  return left.length > SLICE_SIZE ? 'more' : concludeBootstrap(state, beginning);
}

function concludeBootstrap(state: LibraryState, { versions, authors }: BootstrapCheckpoint): 'applied' {
  for (const [replica, seq] of Object.entries(versions)) {
    if (replica === state.replica) continue;
    const author = authors.get(replica) as AuthorState;
    if (author.seq > (state.authors.get(replica)?.seq ?? 0)) advance(state, replica, author);
    state.prunedBelow = { ...state.prunedBelow, [replica]: Math.max(state.prunedBelow[replica] ?? 0, seq) };
  }
  state.bootstrapping = null;
  return 'applied';
}

/** Returns the sequence number after which the next segment continues. A partly applied checkpoint does not count. */
function getContinuationSeq(state: LibraryState, replica: string): number {
  const seq = state.authors.get(replica)?.seq ?? 0;
  return (state.prunedBelow[replica] ?? 0) > seq ? seq : (getVersions(state)[replica] ?? 0);
}

function keepControl(state: LibraryState, record: ControlRecord): void {
  const key = `${record.namespace}:${record.index}`;
  if (!state.control.has(key)) state.control.set(key, record);
}

/** Returns bounds of the Lamport number of an operation; for a pruned one they follow from its known neighbours. */
function lamportRange({ log, segments }: LibraryState, replica: string, seq: number): readonly [number, number] {
  const known = new Map<number, number>();
  for (const [key, end] of segments) if (key.startsWith(`${replica}:`)) known.set(end.seq, end.lamport);
  for (const { operation } of log.get(replica) ?? []) known.set(operation.s, operation.l);
  const exact = known.get(seq);
  if (exact !== undefined) return [exact, exact];
  const before = [...known].filter(([s]) => s < seq).sort(([a], [b]) => b - a)[0] ?? [0, 0];
  const after = [...known].filter(([s]) => s > seq).sort(([a], [b]) => a - b)[0];
  return after === undefined ? [0, 0] : [before[1] + seq - before[0], after[1] - (after[0] - seq)];
}
