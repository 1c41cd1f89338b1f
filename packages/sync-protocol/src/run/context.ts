import type { ArtifactClass, Carrier } from '../carrier/carrier.js';
import type { Codec, Crypto } from '../crypto.js';
import type { Alert, AlertCode } from './alerts.js';
import type { BlobIndex } from './blob-index.js';
import type { ChunkSealer } from './chunks.js';
import type { SyncKeys } from './keys.js';
import type { Membership } from './membership.js';
import type { SyncStore } from './store.js';

/** The steps of a run, in their order. */
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
export type RunPhase = (typeof RUN_PHASES)[number];

export interface RunOptions {
  readonly store: SyncStore;
  readonly keys: SyncKeys;
  readonly carrier: Carrier;
  readonly crypto: Crypto;
  readonly codec: Codec;
  /** Where chunks of blobs are sealed and opened; in this thread where it is left out. */
  readonly sealer?: ChunkSealer;
  /** Milliseconds since 1970; told in acknowledgements, and nothing else. */
  readonly now: () => number;
  /** The versions of the rules of merging the library knows, ascending; those of this program by default. */
  readonly mergeVersions?: readonly number[];
  /** `resources`: attachments are fetched, and nothing is published or applied. */
  readonly kind?: 'whole' | 'resources';
  /** Whether a checkpoint is written where none is due yet. */
  readonly snapshot?: boolean;
  /**
   * The digest of a checkpoint that is taken though its author alone vouches for it, as an alert named it: somebody has
   * looked who the author is.
   */
  readonly acceptCheckpoint?: string;
  /** Asked between artifacts: what is done is kept. */
  readonly signal?: { throwIfAborted(): void };
  /** Told at the beginning of each phase, and of what moved after each artifact. */
  readonly progress?: (phase: RunPhase, moved: RunCounts) => void;
}

export interface RunCounts {
  segmentsOut: number;
  operationsOut: number;
  segmentsIn: number;
  operationsIn: number;
  blobsOut: number;
  blobsIn: number;
  bytesOut: number;
  bytesIn: number;
  /** Checkpoints written, and those of others that were found to be what they say. */
  checkpointsOut: number;
  checkpointsVerified: number;
}

/** Contents that are on their way at the same time: a put waits for its carrier's disk more than for anything else. */
export const BLOBS_AT_ONCE = 6;

/** What the phases of one run share. */
export interface RunContext extends RunOptions {
  readonly carrierId: string;
  readonly counts: RunCounts;
  phase: RunPhase;
  /** To be called after each artifact: `progress` is told. */
  moved(): void;
  readonly alerts: Alerts;
  /** The highest index seen on this carrier, by place. */
  readonly seen: Map<string, number>;
  readonly blobs: BlobIndex;
  readonly sealer: ChunkSealer;
  /** Set by `pull_members`, and again when a later phase learns more. */
  members: Membership;
  /** Whether the checkpoint that was asked for was taken. */
  accepted: boolean;
  /** Whether this replica may publish: it is a member, and its library is not behind what it has published. */
  publishes: boolean;
}

export const noCounts = (): RunCounts => ({
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

/** What a run found, each thing once. */
export class Alerts {
  readonly #found = new Map<string, Alert>();

  raise(code: AlertCode, replica: string, at?: Alert['at'], checkpoint?: string): void {
    const key = `${code} ${replica}`;
    const more = { ...(at !== undefined && { at }), ...(checkpoint !== undefined && { checkpoint }) };
    if (!this.#found.has(key)) this.#found.set(key, { code, replica, ...more });
  }

  /** What was found before, of artifacts of a class where one is named, and is so no more. */
  withdraw(code: AlertCode, replica: string, artifactClass?: ArtifactClass): void {
    const key = `${code} ${replica}`;
    if (artifactClass === undefined || this.#found.get(key)?.at?.artifactClass === artifactClass)
      this.#found.delete(key);
  }

  quarantine(replica: string, artifactClass: ArtifactClass, index: number, problem: string): void {
    this.raise('quarantined', replica, { artifactClass, index, problem });
  }

  /** Ascending by code and replica. */
  list(): Alert[] {
    return [...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, alert]) => alert);
  }
}

export const placeOf = (namespace: string, artifactClass: ArtifactClass) => `${namespace}/${artifactClass}`;
