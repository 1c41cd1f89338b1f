import type { ArtifactClass } from '../artifact-class.js';
import type { Alert, AlertCode } from './alerts.js';
import type { BlobIndex } from './blob-index.js';
import type { ChunkCipher } from './chunks.js';
import type { Membership } from './membership.js';
import type { RunCounts, RunOptions, RunPhase } from './run-options.js';
import type { BlobRef } from './store.js';

/** Number of blobs transferred concurrently: a put mostly waits for the disk of its carrier. */
export const MAX_CONCURRENT_BLOBS = 6;

/**
 * Checkpoint whose operations this run has seen to make the view that its head names. Digests are SHA-256 in hexadecimal,
 * in the order of the parts.
 */
export type KnownCheckpoint =
  /** This run wrote it from its own log. `artifacts`: digests of the encrypted parts, which decrypted to their payloads. */
  | { readonly from: 'log'; readonly artifacts: readonly string[]; readonly texts: readonly BlobRef[] }
  /** This run read, verified and applied it. `payloads`: digests of the decrypted parts. */
  | { readonly from: 'carrier'; readonly payloads: readonly string[] };

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
  /** Checkpoints that this run wrote or applied, by the names of the artifacts with their heads. */
  readonly knownCheckpoints: Map<string, KnownCheckpoint>;
  readonly cipher: ChunkCipher;
  /** Set by `pull_members`, and updated when a later phase learns more. */
  members: Membership;
  /** True when the checkpoint of `acceptCheckpoint` was applied. */
  accepted: boolean;
  /** True when this replica may publish: it is a member, and its library is not behind what it has published. */
  canPublish: boolean;
}

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
