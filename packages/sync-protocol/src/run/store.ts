import type { ArtifactClass } from '../artifact-class.js';
import type { LoggedOperation, VersionVector } from '../log/operations.js';
import type { AuthorState } from '../log/succession.js';
import type { Alert } from './alerts.js';
import type { CheckpointRecord } from './retention/knowledge.js';
import type { OperationShelf, StoredOperations } from './retention/stored-operations.js';
import type { KeptLog, SegmentEnd } from './retention/verify-checkpoint.js';
import type { YieldControl } from './retention/yield-control.js';

/**
 * An artifact of this replica, kept as published, so that the same bytes can be put again. Blobs are not kept; they are
 * encrypted again from their content.
 */
export interface OwnArtifact {
  readonly artifactClass: Exclude<ArtifactClass, 'blobs'>;
  /** Index within its class, from 1 without gaps. */
  readonly index: number;
  readonly name: string;
  /** SHA-256 of `bytes` in hexadecimal. */
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** A kept artifact with its size instead of its bytes. */
export type OwnArtifactEntry = Omit<OwnArtifact, 'bytes'> & { readonly sizeBytes: number };

/** A signed operation of the control log, and the artifact it came in. */
export interface ControlRecord {
  readonly namespace: string;
  readonly index: number;
  /** SHA-256 of the artifact in hexadecimal. */
  readonly sha256: string;
  readonly payload: Uint8Array;
}

/** Newest acknowledgement of a replica. */
export interface AckRecord {
  readonly replica: string;
  readonly index: number;
  readonly payload: Uint8Array;
}

/** Content stored in blobs: a text too long for its line, or an attachment. */
export interface BlobRef {
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
  readonly size: number;
  readonly chunks: number;
}

/** Content to fetch, and the indexes of the chunks that are here. */
export interface WantedBlob extends BlobRef {
  readonly have: readonly number[];
}

/** A namespace with two diverging logs. No more of it is applied until its replica is retired. */
export interface Fork {
  readonly replica: string;
  readonly artifactClass: ArtifactClass;
  readonly index: number;
}

/** A segment to apply, with the state of its author before and after it. */
export interface NextSegment {
  readonly replica: string;
  /** Operations ordered by `s`. The first one has its context, and so does each one at which the context grew. */
  readonly operations: readonly LoggedOperation[];
  readonly from: AuthorState;
  readonly to: AuthorState;
}

/** Replica state to acknowledge. */
export interface ReplicaState {
  readonly versions: VersionVector;
  readonly authors: ReadonlyMap<string, AuthorState>;
  /** Digest of the view at `versions`, in hexadecimal, as its hash tree has it. */
  readonly viewDigest: string;
  /** True when every referenced attachment is here. */
  readonly complete: boolean;
}

/** The whole kept log and its versions. Texts too long for a line are referenced. */
export interface WholeLog extends KeptLog {
  readonly authors: ReadonlyMap<string, AuthorState>;
  /** Returns the referenced texts. From then on this replica provides their blobs, whoever wrote them. */
  texts(): Promise<readonly BlobRef[]>;
}

/** A checkpoint that replaces the log up to its version. Its texts in blobs are stored before. */
export interface BootstrapCheckpoint {
  /** Name of the artifact with its head. */
  readonly name: string;
  readonly versions: VersionVector;
  readonly authors: ReadonlyMap<string, AuthorState>;
  readonly operations: Pick<StoredOperations, 'inOrder'>;
}

/**
 * `stale`: the author's state is not `from` any more. `refused`: an operation reuses an id for other content, or has a
 * sequence or Lamport number above the limit.
 */
export type ApplyResult = 'applied' | 'stale' | 'refused';

/** Operations that a replica must have before it publishes any. */
export interface Wait {
  readonly versions: VersionVector;
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
}

/**
 * The library as a sync run sees it. Each method but `apply` is one transaction, and writes are durable when they
 * resolve. Anything may happen between two calls, a crash included. Runs on one store take turns; local changes
 * continue during a run. Returned values are snapshots.
 *
 * Values are shaped so that a row is one entry: `AuthorState` is a row for each replica with a digest for each applied
 * segment, `OwnArtifact` is keyed by class and index, `ControlRecord` by namespace and index, and acknowledgements,
 * forks and alerts by replica.
 */
export interface SyncStore {
  /** Returns the id of the replica whose log the library writes; null when it writes none. */
  replica(): Promise<string | null>;
  /** Returns the applied sequence number of each replica; for this replica, the number of its operations. */
  versions(): Promise<VersionVector>;
  /** Returns the log state of each replica whose segments were applied, and of this one up to its last segment. */
  authors(): Promise<ReadonlyMap<string, AuthorState>>;
  /** Returns `versions` and `authors` at one moment, with the digest of the view. */
  readState(): Promise<ReplicaState>;
  /**
   * Returns the end of a segment that was applied, begun, or published here; null when there was none of that index.
   */
  segment(replica: string, index: number): Promise<SegmentEnd>;
  /**
   * Returns bounds of the Lamport numbers of applied operations, in the order of the request. The bounds are equal
   * unless the operation was pruned.
   */
  lamports(
    operations: readonly { readonly replica: string; readonly seq: number }[],
  ): Promise<readonly (readonly [least: number, most: number])[]>;
  /**
   * Returns true when this replica has unpublished operations only, and continues the log of another one. Later
   * operations of that one may be known to others and are pulled first. Then its edits are rebased, see `concludeWait`.
   */
  isSuccessor(): Promise<boolean>;
  /**
   * Returns up to `limit` own operations that are in no segment yet, oldest first; the first has its context.
   * Operations returned once never change: runs of revisions are squashed before. Those of a successor follow the known
   * operations of the replica it continues, see `moveAfterFormer`. During a wait, edits are rebased (`rebaseEdits`).
   */
  listPending(limit: number): Promise<readonly LoggedOperation[]>;
  /**
   * Applies a segment. If it is interrupted, some operations stay applied, as `versions` shows; a later call with the
   * same segment resumes. `authors` changes once all are applied.
   */
  apply(segment: NextSegment): Promise<ApplyResult>;
  /**
   * Replaces the applied operations of other replicas up to `versions` by those of a checkpoint; own operations stay.
   * Returns `stale` when all its operations of others were applied already. If it is interrupted where no operation of
   * others was applied before, its first operations stay applied, as `versions` shows, and `authors` stays unchanged
   * until all are. A later call resumes the same checkpoint; another checkpoint replaces it. If operations of others
   * were applied before, `versions` and `authors` change at once. After an interruption, `readState` and `readLog`
   * first complete the rest of the library.
   */
  bootstrap(beginning: BootstrapCheckpoint): Promise<ApplyResult>;
  /** Returns the operations that this replica has waited for, or waits for; empty when it never waited. */
  readAwaited(): Promise<VersionVector>;
  /** Returns the operations that this replica waits for; null when it waits for none, or has applied them. */
  readWait(): Promise<Wait | null>;
  /** Ends the wait, if there is one, and rebases the unpublished edits (`rebaseEdits`). */
  concludeWait(): Promise<void>;
  /**
   * Returns the name of the checkpoint of an incomplete bootstrap while no other operation of other replicas was applied
   * since; else null.
   */
  readBootstrap(): Promise<string | null>;
  /**
   * Calls `work` with a snapshot of the log that lasts until it is done. Writes within `work` are not one transaction.
   */
  readLog<Answer>(work: (log: WholeLog) => Promise<Answer>): Promise<Answer>;
  /** Creates a temporary store for operations of a checkpoint. It is not part of the library. */
  createShelf(): OperationShelf;
  /** Called between the steps of long tasks. */
  readonly yieldControl: YieldControl;

  /** Returns the known checkpoints, ascending by replica and index. */
  checkpoints(): Promise<readonly CheckpointRecord[]>;
  /** Keeps a checkpoint and replaces the one of that name. The newest few of a replica are enough. */
  keepCheckpoint(record: CheckpointRecord): Promise<void>;

  /**
   * Keeps an encrypted artifact before it is put. One of class `ops` comes with the state of this replica's log after
   * its segment. One of class `members` contains the oldest unpublished operation of the control log, which then counts
   * as published.
   *
   * @returns false when the class advanced meanwhile and nothing was kept; so for an acknowledgement during a wait with
   *   unpublished operations, which it would state although they still change
   */
  keepArtifact(artifact: OwnArtifact, after?: AuthorState): Promise<boolean>;
  /** Returns kept artifacts with an index above `after`, ascending; 0 starts with the first. */
  listArtifacts(
    artifactClass: OwnArtifactEntry['artifactClass'],
    after: number,
    limit: number,
  ): Promise<readonly OwnArtifactEntry[]>;
  /** Returns the last artifact of a class; null before the first. It stays when older ones are dropped. */
  getLastArtifact(artifactClass: OwnArtifactEntry['artifactClass']): Promise<OwnArtifactEntry | null>;
  readArtifact(artifactClass: OwnArtifactEntry['artifactClass'], index: number): Promise<Uint8Array | null>;
  /** Drops artifacts below an index, but never the last one. */
  dropArtifacts(artifactClass: OwnArtifactEntry['artifactClass'], below: number): Promise<void>;

  /** Returns all known operations of the control log but own unpublished ones. */
  control(): Promise<readonly ControlRecord[]>;
  /** Keeps an operation of another replica. Keeping a known one has no effect. */
  keepControl(record: ControlRecord): Promise<void>;
  /** Returns own signed operations of the control log that are in no artifact yet, oldest first. */
  listPendingControl(): Promise<readonly Uint8Array[]>;
  /** Adds an operation that this replica has signed to the unpublished ones. */
  addControl(payload: Uint8Array): Promise<void>;

  acks(): Promise<readonly AckRecord[]>;
  /** Keeps an acknowledgement and replaces an older one of the same replica. */
  keepAck(record: AckRecord): Promise<void>;

  /** Returns the highest index seen on a carrier, by `<namespace>/<class>`. */
  readSeen(carrierId: string): Promise<ReadonlyMap<string, number>>;
  recordSeen(carrierId: string, place: string, index: number): Promise<void>;
  forks(): Promise<readonly Fork[]>;
  /** Records a fork permanently. Recording a known one has no effect. */
  keepFork(fork: Fork): Promise<void>;
  /** Replaces the alerts of the last run, or of the last reading back, of a carrier. */
  setAlerts(carrierId: string, alerts: readonly Alert[], foundBy?: 'run' | 'reading'): Promise<void>;

  /** Returns up to `limit` blobs that this replica has not put on a carrier yet. */
  listUnpublishedBlobs(carrierId: string, kind: 'text' | 'resource', limit: number): Promise<readonly BlobRef[]>;
  /** Reads a part of stored content; null when it is not here, or its stored bytes are damaged. */
  readBlob(sha256: string, start: number, length: number): Promise<Uint8Array | null>;
  recordPublishedBlobs(carrierId: string, sha256s: readonly string[]): Promise<void>;
  /** Returns every referenced attachment, whether or not its content is here. */
  attachments(): Promise<readonly BlobRef[]>;
  /** Forgets which blobs are on a carrier that has lost something: all of them are checked there again. */
  clearPublishedBlobs(carrierId: string): Promise<void>;
  /** Returns the texts that are not here. */
  findMissingTexts(texts: readonly BlobRef[]): Promise<readonly BlobRef[]>;
  /** Keeps a whole text of that digest. It may be dropped again while no applied operation references it. */
  keepText(sha256: string, text: Uint8Array): Promise<void>;
  /** Returns the attachments to fetch, partly fetched ones first. */
  listWantedBlobs(): Promise<readonly WantedBlob[]>;
  /**
   * Keeps a chunk. Its digest is unknown, so the whole content is verified once all chunks are here; false when it does
   * not match.
   */
  keepChunk(blob: BlobRef, chunk: number, bytes: Uint8Array): Promise<boolean>;
}
