import type { ArtifactClass } from '../artifact-class.js';
import type { Carrier } from '../carrier/carrier.js';
import type { Codec, Crypto } from '../crypto.js';
import type { Alert, AlertCode } from './alerts.js';
import type { BlobIndex } from './blob-index.js';
import type { ChunkCipher } from './chunks.js';
import type { SyncKeys } from './keys.js';
import type { Membership } from './membership.js';
import type { SyncStore } from './store.js';

/** Phases of a run in order. */
export const RUN_PHASES = [
  'handshake',
  'pull_members',
  'push_members',
  'push_text_blobs',
  'push_ops',
  'pull_ops',
  'push_blobs',
  'ack',
  'fetch_blobs',
  'snapshot',
  'done',
] as const;
/** Phase of a run, one of {@link RUN_PHASES}. */
export type RunPhase = (typeof RUN_PHASES)[number];

/** Parts that a run works with: the store, the keys, the carrier and the primitives. */
export interface RunOptions {
  readonly store: SyncStore;
  readonly keys: SyncKeys;
  readonly carrier: Carrier;
  readonly crypto: Crypto;
  readonly codec: Codec;
  /** Encrypts and decrypts chunks of blobs. The default works in this thread. */
  readonly cipher?: ChunkCipher;
  /** Returns milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Merge versions the library supports, ascending. The default is those of this program. */
  readonly mergeVersions?: readonly number[];
  /** `resources`: fetches attachments only, and publishes and applies nothing. */
  readonly kind?: 'whole' | 'resources';
  /** True to write a checkpoint even if none is due. */
  readonly snapshot?: boolean;
  /**
   * Digest of a checkpoint to accept although only its author has verified it, as an alert named it. A person has
   * checked who the author is.
   */
  readonly acceptCheckpoint?: string;
  /** Checked between artifacts. Completed work is kept. */
  readonly signal?: { throwIfAborted(): void };
  /** Called at the start of each phase and after each artifact, with the counts so far. */
  readonly progress?: (phase: RunPhase, counts: RunCounts) => void;
}

/** Counts of what a run transferred, in both directions. */
export interface RunCounts {
  segmentsOut: number;
  operationsOut: number;
  segmentsIn: number;
  operationsIn: number;
  blobsOut: number;
  blobsIn: number;
  bytesOut: number;
  bytesIn: number;
  /** Checkpoints written, and checkpoints that were verified. */
  checkpointsOut: number;
  checkpointsVerified: number;
}

/** Number of blobs transferred concurrently: a put mostly waits for the disk of its carrier. */
export const MAX_CONCURRENT_BLOBS = 6;

/** State shared by the phases of one run. */
export interface RunContext extends RunOptions {
  readonly carrierId: string;
  readonly counts: RunCounts;
  phase: RunPhase;
  /** Reports progress; called after each artifact. */
  reportProgress(): void;
  readonly alerts: Alerts;
  /** Highest index seen on this carrier, by `<namespace>/<class>`. */
  readonly seen: Map<string, number>;
  readonly blobs: BlobIndex;
  readonly cipher: ChunkCipher;
  /** Set by `pull_members`, and updated when a later phase learns more. */
  members: Membership;
  /** True when the checkpoint of `acceptCheckpoint` was applied. */
  accepted: boolean;
  /** True when this replica may publish: it is a member, and its library is not behind what it has published. */
  canPublish: boolean;
}

export const createCounts = (): RunCounts => ({
  segmentsOut: 0,
  operationsOut: 0,
  segmentsIn: 0,
  operationsIn: 0,
  blobsOut: 0,
  blobsIn: 0,
  bytesOut: 0,
  bytesIn: 0,
  checkpointsOut: 0,
  checkpointsVerified: 0,
});

/** Alerts of a run, at most one for each code and replica. */
export class Alerts {
  readonly #found = new Map<string, Alert>();

  raise(code: AlertCode, replica: string, at?: Alert['at'], checkpoint?: string): void {
    const key = `${code} ${replica}`;
    const more = { ...(at !== undefined && { at }), ...(checkpoint !== undefined && { checkpoint }) };
    if (!this.#found.has(key)) this.#found.set(key, { code, replica, ...more });
  }

  has(code: AlertCode, replica: string): boolean {
    return this.#found.has(`${code} ${replica}`);
  }

  /** Removes an alert that no longer applies; with `artifactClass`, only if it is about that class. */
  withdraw(code: AlertCode, replica: string, artifactClass?: ArtifactClass): void {
    const key = `${code} ${replica}`;
    if (artifactClass === undefined || this.#found.get(key)?.at?.artifactClass === artifactClass)
      this.#found.delete(key);
  }

  quarantine(replica: string, artifactClass: ArtifactClass, index: number, problem: string): void {
    this.raise('quarantined', replica, { artifactClass, index, problem });
  }

  /** Lists the alerts, ascending by code and replica. */
  list(): Alert[] {
    return [...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, alert]) => alert);
  }
}

/** Returns the key under which the highest index seen of a class is stored. */
export const getSeenKey = (namespace: string, artifactClass: ArtifactClass) => `${namespace}/${artifactClass}`;
