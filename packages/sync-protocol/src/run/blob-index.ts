import { hexToBytes } from '@noble/hashes/utils.js';
import type { ArtifactPage } from '../carrier/carrier.js';
import { MAX_PAGE_SIZE } from '../carrier/names.js';
import { isArtifactSize } from '../frames/header.js';
import { deriveBlobLocator, parseArtifactName } from '../frames/name.js';
import type { RunOptions } from './run-options.js';

/** Maximum number of names read of one listing, for about 64 GiB of content. An empty page counts as one name. */
const MAX_NAMES = 100_000;

/**
 * Index of the chunks a namespace has on a carrier, by locator. It is read on first use, once a run. A file whose size
 * no artifact can have was truncated and does not count as a chunk.
 */
export class BlobIndex {
  readonly #run: RunOptions;
  readonly #damaged: ReadonlySet<string>;
  readonly #namespaces = new Map<string, Promise<ChunkNames>>();

  /** @param damaged names of artifacts that were read back and found damaged */
  constructor(run: RunOptions, damaged: ReadonlySet<string> = new Set()) {
    this.#run = run;
    this.#damaged = damaged;
  }

  /** Returns the names of undamaged artifacts that may hold a chunk, encrypted under any epoch. */
  async find(namespace: string, sha256: string, chunk: number): Promise<readonly string[]> {
    return this.#findNames((await this.#getNames(namespace)).sound, sha256, chunk);
  }

  /** Returns the names of damaged artifacts of a chunk, encrypted under any epoch. */
  async findDamaged(namespace: string, sha256: string, chunk: number): Promise<readonly string[]> {
    return this.#findNames((await this.#getNames(namespace)).damaged, sha256, chunk);
  }

  /** Returns the number of undamaged chunks. */
  async count(namespace: string): Promise<number> {
    return (await this.#getNames(namespace)).count;
  }

  async add(namespace: string, name: string): Promise<void> {
    (await this.#getNames(namespace)).add(name);
  }

  #findNames(byLocator: ReadonlyMap<string, readonly string[]>, sha256: string, chunk: number): readonly string[] {
    const digest = hexToBytes(sha256);
    const { keys, crypto } = this.#run;
    return keys.epochs().flatMap(({ key }) => byLocator.get(deriveBlobLocator(crypto, key, digest, chunk)) ?? []);
  }

  #getNames(namespace: string): Promise<ChunkNames> {
    const known = this.#namespaces.get(namespace);
    if (known !== undefined) return known;
    const names = this.#list(namespace);
    this.#namespaces.set(namespace, names);
    return names;
  }

  async #list(namespace: string): Promise<ChunkNames> {
    const names = new ChunkNames();
    let after: string | null = null;
    let listed = 0;
    do {
      this.#run.signal?.throwIfAborted();
      const page: ArtifactPage = await this.#run.carrier.list(namespace, 'blobs', after, MAX_PAGE_SIZE);
      for (const { name, sizeBytes } of page.artifacts)
        names.add(name, isArtifactSize(sizeBytes) && !this.#damaged.has(name));
      listed += Math.max(1, page.artifacts.length);
      after = page.next !== null && page.next > (after ?? '') ? page.next : null;
    } while (after !== null && listed < MAX_NAMES);
    return names;
  }
}

class ChunkNames {
  /** Names of undamaged artifacts by locator. */
  readonly sound = new Map<string, string[]>();
  readonly damaged = new Map<string, string[]>();
  /** Number of undamaged artifacts. */
  count = 0;

  add(name: string, isSound = true): void {
    const locator = parseArtifactName('blobs', name)?.position;
    if (typeof locator !== 'string') return;
    const names = isSound ? this.sound : this.damaged;
    const known = names.get(locator);
    if (known === undefined) names.set(locator, [name]);
    else known.push(name);
    if (isSound) this.count += 1;
  }
}
