import type { ArtifactClass } from '../artifact-class.js';

/** An artifact in a listing. `name` ends in the first 32 hexadecimal digits of the SHA-256 of its bytes. */
export interface ArtifactEntry {
  readonly name: string;
  readonly sizeBytes: number;
}

/** A page of a listing of artifacts. */
export interface ArtifactPage {
  /** Artifacts in ascending order of name. */
  readonly artifacts: readonly ArtifactEntry[];
  /** Name to pass as `after` for the next page; null on the last page. */
  readonly next: string | null;
}

/** Id of a carrier and of its library. Both are public and prove nothing. */
export interface CarrierIdentity {
  readonly carrierId: string;
  readonly databaseId: string;
}

/**
 * Untrusted storage for encrypted artifacts. A carrier cannot read them, and readers verify everything it returns.
 * Artifacts are immutable. Only the replica a namespace is named after writes to it.
 */
export interface Carrier {
  /**
   * Returns the identity of the carrier.
   *
   * @throws CarrierError `not_a_carrier` when the location holds no carrier, `unreachable` when it cannot be read
   */
  identity(): Promise<CarrierIdentity>;
  /**
   * Returns the number of files found since the carrier was opened that are no complete artifacts: unknown names,
   * truncated files, links. The carrier ignores them and leaves them in place.
   */
  foreignFiles(): number;
  /** Returns the replicas that have published artifacts here. */
  namespaces(): Promise<readonly string[]>;
  /**
   * Lists artifacts in ascending order of name.
   *
   * @param after a name or the beginning of one, or null for the start
   * @param limit 1 to 1,000
   */
  list(namespace: string, artifactClass: ArtifactClass, after: string | null, limit: number): Promise<ArtifactPage>;
  /** Returns the bytes of an artifact or of a range of it; null when there is no artifact of that name. */
  get(
    namespace: string,
    artifactClass: ArtifactClass,
    name: string,
    range?: { readonly start: number; readonly length: number },
  ): Promise<Uint8Array | null>;
  /**
   * Stores an artifact in the caller's namespace and resolves when it is durable. Storing the same bytes again
   * succeeds.
   *
   * @throws CarrierError `conflict` when the carrier checks and finds other bytes for an index that admits one
   *   artifact. A carrier need not check: readers treat two digests of one index as a fork.
   */
  put(artifactClass: ArtifactClass, name: string, bytes: Uint8Array): Promise<void>;
  /** Removes an artifact from the caller's namespace; does nothing when it does not exist. */
  remove(artifactClass: ArtifactClass, name: string): Promise<void>;
}

/** Reason why a carrier did not do what was asked. */
export type CarrierErrorCode =
  | 'unreachable'
  | 'conflict'
  | 'refused'
  | 'not_enrolled'
  | 'rate_limited'
  | 'not_a_carrier'
  | 'full';

/**
 * Error of a carrier that could not do what was asked. `unreachable`, `rate_limited` and `full` may be temporary. A
 * service answers `not_enrolled` to a device that it does not know as a member.
 */
export class CarrierError extends Error {
  readonly code: CarrierErrorCode;

  constructor(code: CarrierErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CarrierError';
    this.code = code;
  }
}

/**
 * Rejects a carrier of another library.
 *
 * @throws CarrierError `refused`
 */
export function refuseForeignCarrier(carrier: Pick<CarrierIdentity, 'databaseId'>, databaseId: string): void {
  if (carrier.databaseId !== databaseId)
    throw new CarrierError('refused', 'The sync folder or service belongs to another library.');
}
