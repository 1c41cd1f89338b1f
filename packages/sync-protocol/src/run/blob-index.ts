import { hexToBytes } from '@noble/hashes/utils.js';
import type { ArtifactPage } from '../carrier/carrier.js';
import { PAGE_MOST } from '../carrier/names.js';
import { isArtifactSize } from '../frames/header.js';
import { blobLocator, parseArtifactName } from '../frames/name.js';
import type { RunOptions } from './context.js';

/** Names read of one listing at most: some 64 GiB of content. A page without any counts as one. */
const NAMES_MOST = 100_000;

/**
 * The chunks a namespace has on a carrier, by their locators. Read once a run, when first asked. What is of a size that no
 * artifact has was cut short, and is none.
 */
export class BlobIndex {
  readonly #run: RunOptions;
  readonly #damaged: ReadonlySet<string>;
  readonly #namespaces = new Map<string, Promise<Names>>();

  /** @param damaged Names of what was read back and is none either */
  constructor(run: RunOptions, damaged: ReadonlySet<string> = new Set()) {
    this.#run = run;
    this.#damaged = damaged;
  }

  /** The names of what may be a chunk, under whichever epoch it was sealed. */
  async find(namespace: string, sha256: string, chunk: number): Promise<readonly string[]> {
    return this.#at((await this.#namesOf(namespace)).sound, sha256, chunk);
  }

  /** Likewise, of what is none though it is named so. */
  async findDamaged(namespace: string, sha256: string, chunk: number): Promise<readonly string[]> {
    return this.#at((await this.#namesOf(namespace)).damaged, sha256, chunk);
  }

  /** How many names there are. */
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
  /** Names by locators. */
  readonly sound = new Map<string, string[]>();
  readonly damaged = new Map<string, string[]>();
  /** Of those that are sound. */
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
