/** What artifacts are of; a directory or route each. */
export const ARTIFACT_CLASSES = ['members', 'ops', 'acks', 'blobs', 'snapshots', 'recovery'] as const;
export type ArtifactClass = (typeof ARTIFACT_CLASSES)[number];

/** An artifact as a listing has it. `name` ends in the first 32 hexadecimal digits of the SHA-256 of its bytes. */
export interface ArtifactEntry {
  readonly name: string;
  readonly sizeBytes: number;
}

export interface ArtifactPage {
  /** Ascending by name. */
  readonly artifacts: readonly ArtifactEntry[];
  /** The name to list after for the next page; null at the end. */
  readonly next: string | null;
}

/** Which carrier this is, and whose. Neither is a secret, nor proof of anything. */
export interface CarrierIdentity {
  readonly carrierId: string;
  readonly databaseId: string;
}

/**
 * A place artifacts are put and found at. It can read none of them, and is trusted with nothing: what it says is checked
 * by whoever asked. An artifact never changes; a namespace is written by the replica it is named after, alone.
 */
export interface Carrier {
  /** @throws CarrierError `not_a_carrier` where nothing says that this is one, `unreachable` where nothing can be said */
  identity(): Promise<CarrierIdentity>;
  /**
   * How many files were found here since the carrier was opened that are no artifacts, or not yet: of another name, cut
   * short, behind a link. They are passed over and left alone.
   */
  foreignFiles(): number;
  /** The replicas that have put anything here. */
  namespaces(): Promise<readonly string[]>;
  /** @param after A name or the beginning of one, or null for the start. @param limit 1 to 1,000 */
  list(namespace: string, artifactClass: ArtifactClass, after: string | null, limit: number): Promise<ArtifactPage>;
  /** The bytes of an artifact, or of a range of it; null where there is none of that name. */
  get(
    namespace: string,
    artifactClass: ArtifactClass,
    name: string,
    range?: { readonly start: number; readonly length: number },
  ): Promise<Uint8Array | null>;
  /**
   * Stores an artifact of one's own and resolves when it is durable. What is there already with the same bytes is fine.
   * @throws CarrierError `conflict` where a carrier that looks finds other bytes for an index that admits one artifact;
   *   whether it looks or not, two digests of one index are a fork to whoever reads them
   */
  put(artifactClass: ArtifactClass, name: string, bytes: Uint8Array): Promise<void>;
  /** Removes an artifact of one's own; one that is not there is fine. */
  remove(artifactClass: ArtifactClass, name: string): Promise<void>;
}

export type CarrierErrorCode =
  | 'unreachable'
  | 'conflict'
  | 'refused'
  | 'not_enrolled'
  | 'rate_limited'
  | 'not_a_carrier'
  | 'full';

/**
 * Why a carrier did not do what was asked. `unreachable`, `rate_limited` and `full` may pass by themselves; `not_enrolled`
 * is what a service says to whom it does not know as a member.
 */
export class CarrierError extends Error {
  readonly code: CarrierErrorCode;

  constructor(code: CarrierErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CarrierError';
    this.code = code;
  }
}
