import { hexToBytes } from '@noble/hashes/utils.js';
import type { ArtifactPage } from '../carrier/carrier.js';
import { PAGE_MOST } from '../carrier/names.js';
import { isArtifactSize } from '../frames/header.js';
import { blobLocator, parseArtifactName } from '../frames/name.js';
import type { RunOptions } from './context.js';

/** Maximum number of names read of one listing, for about 64 GiB of content. An empty page counts as one name. */
const NAMES_MOST = 100_000;

/**
 * Index of the chunks a namespace has on a carrier, by locator. It is read on first use, once a run. A file whose size
 * no artifact can have was truncated and does not count as a chunk.
 */
export class BlobIndex {
  readonly #run: RunOptions;
  readonly #damaged: ReadonlySet<string>;
  readonly #namespaces = new Map<string, Promise<Names>>();

  /** @param damaged names of artifacts that were read back and found damaged */
  constructor(run: RunOptions, damaged: ReadonlySet<string> = new Set()) {
    this.#run = run;
    this.#damaged = damaged;
  }

  /** Returns the names of undamaged artifacts that may hold a chunk, encrypted under any epoch. */
  async find(namespace: string, sha256: string, chunk: number): Promise<readonly string[]> {
    return this.#at((await this.#namesOf(namespace)).sound, sha256, chunk);
  }

  /** Returns the names of damaged artifacts of a chunk, encrypted under any epoch. */
  async findDamaged(namespace: string, sha256: string, chunk: number): Promise<readonly string[]> {
    return this.#at((await this.#namesOf(namespace)).damaged, sha256, chunk);
  }

  /** Returns the number of undamaged chunks. */
  async count(namespace: string): Promise<number> {
    return (await this.#namesOf(namespace)).count;
  }

  async add(namespace: string, name: string): Promise<void> {
    (await this.#namesOf(namespace)).add(name);
  }

  #at(byLocator: ReadonlyMap<string, readonly string[]>, sha256: string, chunk: number): readonly string[] {
    const digest = hexToBytes(sha256);
    const { keys, crypto } = this.#run;
    return keys.epochs().flatMap(({ key }) => byLocator.get(blobLocator(crypto, key, digest, chunk)) ?? []);
  }

  #namesOf(namespace: string): Promise<Names> {
    const known = this.#namespaces.get(namespace);
    if (known !== undefined) return known;
    const names = this.#list(namespace);
    this.#namespaces.set(namespace, names);
    return names;
  }

  async #list(namespace: string): Promise<Names> {
    const names = new Names();
    let after: string | null = null;
    let listed = 0;
    do {
      this.#run.signal?.throwIfAborted();
      const page: ArtifactPage = await this.#run.carrier.list(namespace, 'blobs', after, PAGE_MOST);
      for (const { name, sizeBytes } of page.artifacts)
        names.add(name, isArtifactSize(sizeBytes) && !this.#damaged.has(name));
      listed += Math.max(1, page.artifacts.length);
      after = page.next !== null && page.next > (after ?? '') ? page.next : null;
    } while (after !== null && listed < NAMES_MOST);
    return names;
  }
}

class Names {
  /** Names of undamaged artifacts by locator. */
  readonly sound = new Map<string, string[]>();
  readonly damaged = new Map<string, string[]>();
  /** Number of undamaged artifacts. */
  count = 0;

  add(name: string, isSound = true): void {
    const locator = parseArtifactName('blobs', name)?.place;
    if (typeof locator !== 'string') return;
    const names = isSound ? this.sound : this.damaged;
    const known = names.get(locator);
    if (known === undefined) names.set(locator, [name]);
    else known.push(name);
    if (isSound) this.count += 1;
  }
}
