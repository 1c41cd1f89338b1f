import { ServiceError } from '@notes/contract';
import { ARTIFACT_CLASSES, type ArtifactClass, parseArtifactName } from '@notes/sync-protocol';
import type { ArtifactEntry } from '@notes/sync-protocol/carrier';

/**
 * Contents of a namespace, against which new artifacts are checked: one artifact for each index, no index far ahead,
 * and a quota of bytes. Read once from the carrier; from then on only this process writes there.
 */
export class NamespaceLedger {
  readonly #read: (artifactClass: ArtifactClass) => AsyncIterable<ArtifactEntry>;
  /** Sizes in bytes by class and name. */
  readonly #sizes = new Map<string, number>();
  /** Name at each index, by class. */
  readonly #indices = new Map<ArtifactClass, Map<number, string>>();
  #bytes = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #isRead = false;

  constructor(read: (artifactClass: ArtifactClass) => AsyncIterable<ArtifactEntry>) {
    this.#read = read;
  }

  /** Runs one piece of work at a time, in order. */
  runExclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(async () => {
      await this.#load();
      return await work();
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  has(artifactClass: ArtifactClass, name: string): boolean {
    return this.#sizes.has(`${artifactClass}/${name}`);
  }

  /**
   * Returns true when an artifact is new. Call it, and all methods below, only within a turn. @throws ServiceError as
   * `Hub.put`
   */
  admits(artifactClass: ArtifactClass, name: string, size: number, quota: number): boolean {
    if (this.has(artifactClass, name)) return false;
    const index = parseIndex(artifactClass, name);
    if (index !== undefined) this.#checkIndex(artifactClass, index);
    if (this.#bytes + size > quota)
      throw new ServiceError(
        'validation_failed',
        `The artifacts of this device would exceed its quota of ${quota} bytes (sync.rest.namespace_quota_bytes)`,
      );
    return true;
  }

  add(artifactClass: ArtifactClass, name: string, size: number): void {
    this.#sizes.set(`${artifactClass}/${name}`, size);
    this.#bytes += size;
    const index = parseIndex(artifactClass, name);
    if (index === undefined) return;
    const names = this.#indices.get(artifactClass) ?? new Map<number, string>();
    this.#indices.set(artifactClass, names.set(index, name));
  }

  remove(artifactClass: ArtifactClass, name: string): void {
    const key = `${artifactClass}/${name}`;
    this.#bytes -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
    const index = parseIndex(artifactClass, name);
    if (index !== undefined) this.#indices.get(artifactClass)?.delete(index);
  }

  /**
   * Checks an index, which has one artifact for ever. The index may follow the highest one, or fill a gap below it,
   * when an artifact lost by the carrier is published again. The first index may be any number, since earlier artifacts
   * may have been pruned everywhere. Acknowledgements have gaps: only the newest counts.
   */
  #checkIndex(artifactClass: ArtifactClass, index: number): void {
    const names = this.#indices.get(artifactClass);
    if (names === undefined || names.size === 0) return;
    if (names.has(index)) throw new ServiceError('conflict', `Index ${index} already has another artifact`);
    if (artifactClass === 'acks' || names.has(index - 1)) return;
    let highest = 0;
    for (const each of names.keys()) highest = Math.max(highest, each);
    if (index > highest)
      throw new ServiceError(
        'validation_failed',
        `Artifact ${highest + 1} is missing. Send it before artifact ${index}`,
      );
  }

  async #load(): Promise<void> {
    if (this.#isRead) return;
    this.#sizes.clear();
    this.#indices.clear();
    this.#bytes = 0;
    for (const artifactClass of ARTIFACT_CLASSES)
      for await (const { name, sizeBytes } of this.#read(artifactClass)) this.add(artifactClass, name, sizeBytes);
    this.#isRead = true;
  }
}

/** Returns the index in a name; undefined for blobs, which have no order. */
function parseIndex(artifactClass: ArtifactClass, name: string): number | undefined {
  const position = parseArtifactName(artifactClass, name)?.position;
  return typeof position === 'number' ? position : undefined;
}
