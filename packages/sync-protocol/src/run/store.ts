import type { ArtifactClass } from '../carrier/carrier.js';
import type { LoggedOperation, VersionVector } from '../log/operations.js';
import type { AuthorState } from '../log/succession.js';
import type { Breathe } from '../retention/breathe.js';
import type { CheckpointRecord } from '../retention/knowledge.js';
import type { OperationShelf, StoredOperations } from '../retention/stored-operations.js';
import type { KeptLog, SegmentEnd } from '../retention/verify-checkpoint.js';
import type { Alert } from './alerts.js';

/**
 * An artifact this replica sealed, kept as it was put: what is put again is byte for byte the same. Blobs are not kept;
 * they are sealed anew from what they hold.
 */
export interface SealedArtifact {
  readonly artifactClass: Exclude<ArtifactClass, 'blobs'>;
  /** From 1 within its class, without gaps. */
  readonly index: number;
  readonly name: string;
  /** Of `bytes`, in hexadecimal. */
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

export type SealedEntry = Omit<SealedArtifact, 'bytes'> & { readonly sizeBytes: number };

/** An operation of the control log, as it was signed, and the artifact it came in. */
export interface ControlRecord {
  readonly namespace: string;
  readonly index: number;
  /** Of the artifact, in hexadecimal. */
  readonly sha256: string;
  readonly payload: Uint8Array;
}

/** The newest acknowledgement of a replica. */
export interface AckRecord {
  readonly replica: string;
  readonly index: number;
  readonly payload: Uint8Array;
}

/** Content of its own in blobs: a text too long for its line, or an attachment. */
export interface BlobRef {
  /** In hexadecimal. */
  readonly sha256: string;
  readonly size: number;
  readonly chunks: number;
}

/** Content that is to come, and which of its chunks are here. */
export interface WantedBlob extends BlobRef {
  readonly have: readonly number[];
}

/** A namespace of which two stories are told. Nothing more of it is applied until its replica is retired. */
export interface Fork {
  readonly replica: string;
  readonly artifactClass: ArtifactClass;
  readonly index: number;
}

/** A segment that may be applied, with the state of its author before and after. */
export interface NextSegment {
  readonly replica: string;
  /** In `s` order; the first has its context, and each for which it was raised. */
  readonly operations: readonly LoggedOperation[];
  readonly from: AuthorState;
  readonly to: AuthorState;
}

/** What a replica can say that it has. */
export interface Standing {
  readonly versions: VersionVector;
  readonly authors: ReadonlyMap<string, AuthorState>;
  /** Of the view at `versions`, in hexadecimal, as its hash tree has it. */
  readonly viewDigest: string;
  /** Whether every attachment that is named is here. */
  readonly complete: boolean;
}

/** All of the log that is kept, and how far it goes. Texts too long for a line are named in their place. */
export interface WholeLog extends KeptLog {
  readonly authors: ReadonlyMap<string, AuthorState>;
  /** Those texts, which are in blobs of this replica's from then on, whoever wrote them. */
  texts(): Promise<readonly BlobRef[]>;
}

/** A checkpoint that is taken in place of the log up to it: texts in blobs are kept before. */
export interface Beginning {
  /** Of the artifact with its head. */
  readonly name: string;
  readonly versions: VersionVector;
  readonly authors: ReadonlyMap<string, AuthorState>;
  readonly operations: Pick<StoredOperations, 'inOrder'>;
}

/**
 * `stale`: the author is not at `from` any more. `refused`: an operation gives an id a second, other content, or has a
 * higher number than there is room for.
 */
export type ApplyResult = 'applied' | 'stale' | 'refused';

/**
 * The library, as a sync run sees it. Each method but `apply` is one transaction, and what writes is durable when it
 * resolves; between two of them anything may happen, a crash included. Runs on one store take turns; local changes go on
 * while one is under way. Answers are snapshots.
 *
 * Values are shaped so that a row is one entry: `AuthorState` a row for each replica, a digest for each segment applied,
 * `SealedArtifact` by class and index, `ControlRecord` by namespace and index, acks, forks and alerts by replica.
 */
export interface SyncStore {
  /** Whose log the library writes; null where it writes none. */
  replica(): Promise<string | null>;
  /** How far the operations of each replica are applied; of this one, how many it has made. */
  versions(): Promise<VersionVector>;
  /** Of each replica whose segments were applied, and of this one as far as its operations are sealed. */
  authors(): Promise<ReadonlyMap<string, AuthorState>>;
  /** Both at one moment, and what the library looks like then. */
  standing(): Promise<Standing>;
  /** An artifact of operations that was applied or begun, or sealed here, and its end; null where none of that index was. */
  segment(replica: string, index: number): Promise<SegmentEnd>;
  /** The Lamport numbers of applied operations, in the order asked for; between two numbers where one is forgotten. */
  lamports(
    operations: readonly { readonly replica: string; readonly seq: number }[],
  ): Promise<readonly (readonly [least: number, most: number])[]>;
  /**
   * Whether nothing of this replica is sealed, but something said, and it goes on with the log of another: what that one
   * said after it is known to others maybe, and is to be pulled first.
   */
  isSuccessor(): Promise<boolean>;
  /**
   * Own operations in no segment yet, oldest first, of at most `most`; the first has its context. What was answered
   * once stays as it was: where runs of revisions are squashed, that is done before. Those of a successor come after what is
   * known of the one it goes on with, see `comeAfter`.
   */
  unsealed(most: number): Promise<readonly LoggedOperation[]>;
  /**
   * Whole, or as far as it came: what breaks off leaves some of the operations applied, as `versions` says, and goes on
   * with the same segment in a later call. `authors` has it once all are.
   */
  apply(segment: NextSegment): Promise<ApplyResult>;
  /**
   * In place of the operations of others that were applied up to `versions`; own ones stay. `stale` where everything of
   * others in it was applied already. Whole, or as far as it came: what breaks off where nothing of others was applied
   * leaves the first of its operations, as `versions` says; `authors` has nobody of it before all are, and the same
   * checkpoint goes on there in a later call, any other takes the place of what there is. Where something of others was
   * applied, `versions` and `authors` have all of it at once, and what breaks off then leaves some of the library to be
   * brought to that, which `standing` and `readLog` do first.
   */
  begin(beginning: Beginning): Promise<ApplyResult>;
  /** Whether one is begun and not whole, and nothing else of others was applied since. */
  isBeginning(): Promise<boolean>;
  /** Works with the log as it is now, whatever is written meanwhile: until it is done. Not a transaction of what it writes. */
  readLog<Answer>(work: (log: WholeLog) => Promise<Answer>): Promise<Answer>;
  /** A place for what is read of a checkpoint, which is no part of the library. */
  shelf(): OperationShelf;
  /** Called between the steps of what takes long in a large library. */
  readonly breathe: Breathe;

  /** The checkpoints that are known, ascending by replica and index. */
  checkpoints(): Promise<readonly CheckpointRecord[]>;
  /** In place of what is known under that name; of a replica the newest few are enough. */
  keepCheckpoint(record: CheckpointRecord): Promise<void>;

  /**
   * Keeps a sealed artifact; of `ops` with the state its segment leaves this replica's log in. Of `members`, the
   * oldest unsealed operation of the control log is in it, and unsealed no more. False, and nothing is kept, where the class has come further meanwhile.
   */
  keepSealed(artifact: SealedArtifact, after?: AuthorState): Promise<boolean>;
  /** Ascending, from above an index; `after` 0 for the start. */
  sealed(artifactClass: SealedEntry['artifactClass'], after: number, limit: number): Promise<readonly SealedEntry[]>;
  /** The last of a class; null before the first. Stays when older ones are dropped. */
  lastSealed(artifactClass: SealedEntry['artifactClass']): Promise<SealedEntry | null>;
  sealedBytes(artifactClass: SealedEntry['artifactClass'], index: number): Promise<Uint8Array | null>;
  /** Drops those below an index, but never the last. */
  dropSealed(artifactClass: SealedEntry['artifactClass'], below: number): Promise<void>;

  /** Every operation of the control log known, own unsealed ones not included. */
  control(): Promise<readonly ControlRecord[]>;
  /** Keeps one of another replica; one that is there already is fine. */
  keepControl(record: ControlRecord): Promise<void>;
  /** Own operations of the control log in no artifact yet, as they were signed, oldest first. */
  unsealedControl(): Promise<readonly Uint8Array[]>;
  /** Adds an operation this replica has signed to those. */
  addControl(payload: Uint8Array): Promise<void>;

  acks(): Promise<readonly AckRecord[]>;
  /** In place of an older one of the same replica. */
  keepAck(record: AckRecord): Promise<void>;

  /** The highest index seen on a carrier, by `<namespace>/<class>`. */
  seen(carrierId: string): Promise<ReadonlyMap<string, number>>;
  noteSeen(carrierId: string, place: string, index: number): Promise<void>;
  forks(): Promise<readonly Fork[]>;
  /** Remembers a fork for good; one that is known is fine. */
  keepFork(fork: Fork): Promise<void>;
  /** What the last run over a carrier found, or its last reading back, in place of what the one before did. */
  setAlerts(carrierId: string, alerts: readonly Alert[], foundBy?: 'run' | 'reading'): Promise<void>;

  /** Content in blobs that this replica is to put on a carrier and has not, of at most `limit`. */
  unpublishedBlobs(carrierId: string, kind: 'text' | 'resource', limit: number): Promise<readonly BlobRef[]>;
  /** A part of content that is here; null where it is not. */
  readBlob(sha256: string, start: number, length: number): Promise<Uint8Array | null>;
  blobsPublished(carrierId: string, sha256s: readonly string[]): Promise<void>;
  /** Every attachment that is named, whoever named it, here or not. */
  attachments(): Promise<readonly BlobRef[]>;
  /** The carrier has lost something: all content has to be looked for there again. */
  forgetPublishedBlobs(carrierId: string): Promise<void>;
  /** Those of the texts that are not here. */
  missingTexts(texts: readonly BlobRef[]): Promise<readonly BlobRef[]>;
  /** A whole text, of that digest. It may be dropped again while no operation applied names it. */
  keepText(sha256: string, text: Uint8Array): Promise<void>;
  /** Attachments to fetch, those begun first. */
  wantedBlobs(): Promise<readonly WantedBlob[]>;
  /** A chunk whose digest nobody can tell yet: the whole is checked, and kept, once all are here; false where it is not. */
  keepChunk(blob: BlobRef, chunk: number, bytes: Uint8Array): Promise<boolean>;
}
