import { ServiceError } from '@notes/contract';
import { ARTIFACT_CLASSES, type ArtifactClass, type ArtifactEntry, parseArtifactName } from '@notes/sync-protocol';

/**
 * What a namespace holds, so that what comes is held against it: one artifact an index, no index far ahead, so many bytes
 * in all. Read once from the carrier; from then on only this process writes there.
 */
export class NamespaceLedger {
  readonly #read: (artifactClass: ArtifactClass) => AsyncIterable<ArtifactEntry>;
  /** Sizes, by class and name. */
  readonly #sizes = new Map<string, number>();
  /** The name at each index, by class. */
  readonly #indices = new Map<ArtifactClass, Map<number, string>>();
  #bytes = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #isRead = false;

  constructor(read: (artifactClass: ArtifactClass) => AsyncIterable<ArtifactEntry>) {
    this.#read = read;
  }

  /** Does one piece of work after the other. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
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

  /** Whether an artifact is new; only within a turn, as all below. @throws ServiceError as `Hub.put` */
  admits(artifactClass: ArtifactClass, name: string, size: number, quota: number): boolean {
    if (this.has(artifactClass, name)) return false;
    const index = indexOf(artifactClass, name);
    if (index !== undefined) this.#checkIndex(artifactClass, index);
    if (this.#bytes + size > quota)
      throw new ServiceError('validation_failed', `there are ${quota} bytes for each peer here, and these are more`);
    return true;
  }

  add(artifactClass: ArtifactClass, name: string, size: number): void {
    this.#sizes.set(`${artifactClass}/${name}`, size);
    this.#bytes += size;
    const index = indexOf(artifactClass, name);
    if (index === undefined) return;
    const names = this.#indices.get(artifactClass) ?? new Map<number, string>();
    this.#indices.set(artifactClass, names.set(index, name));
  }

  remove(artifactClass: ArtifactClass, name: string): void {
    const key = `${artifactClass}/${name}`;
    this.#bytes -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
    const index = indexOf(artifactClass, name);
    if (index !== undefined) this.#indices.get(artifactClass)?.delete(index);
  }

  /**
   * An index has one artifact for ever. It may follow on the highest, or fill a gap below it, which is how what a carrier
   * lost is published again; the first may be any, since what came before it may have been forgotten everywhere. Of
   * acknowledgements only the newest counts: there are gaps.
   */
  #checkIndex(artifactClass: ArtifactClass, index: number): void {
    const names = this.#indices.get(artifactClass);
    if (names === undefined || names.size === 0) return;
    if (names.has(index)) throw new ServiceError('conflict', 'there is another artifact of this index');
    if (artifactClass === 'acks' || names.has(index - 1)) return;
    let highest = 0;
    for (const each of names.keys()) highest = Math.max(highest, each);
    if (index > highest)
      throw new ServiceError('validation_failed', `an artifact before it is missing: ${highest + 1}`);
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

/** Undefined of blobs, which have no order. */
function indexOf(artifactClass: ArtifactClass, name: string): number | undefined {
  const place = parseArtifactName(artifactClass, name)?.place;
  return typeof place === 'number' ? place : undefined;
}
