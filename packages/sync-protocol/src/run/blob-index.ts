import { hexToBytes } from '@noble/hashes/utils.js';
import type { ArtifactPage } from '../carrier/carrier.js';
import { PAGE_MOST } from '../carrier/names.js';
import { blobLocator, parseArtifactName } from '../frames/name.js';
import type { RunOptions } from './context.js';

/** Names kept of one listing at most: some 64 GiB of content. */
const NAMES_MOST = 100_000;

/** The chunks a namespace has on a carrier, by their locators. Read once a run, when first asked. */
export class BlobIndex {
  readonly #run: RunOptions;
  readonly #namespaces = new Map<string, Promise<Names>>();

  constructor(run: RunOptions) {
    this.#run = run;
  }

  /** The names of what may be a chunk, under whichever epoch it was sealed. */
  async find(namespace: string, sha256: string, chunk: number): Promise<readonly string[]> {
    const { byLocator } = await this.#namesOf(namespace);
    const digest = hexToBytes(sha256);
    const { keys, crypto } = this.#run;
    return keys.epochs().flatMap(({ key }) => byLocator.get(blobLocator(crypto, key, digest, chunk)) ?? []);
  }

  /** How many names there are. */
  async count(namespace: string): Promise<number> {
    return (await this.#namesOf(namespace)).count;
  }

  async add(namespace: string, name: string): Promise<void> {
    (await this.#namesOf(namespace)).add(name);
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
    do {
      this.#run.signal?.throwIfAborted();
      const page: ArtifactPage = await this.#run.carrier.list(namespace, 'blobs', after, PAGE_MOST);
      for (const { name } of page.artifacts) names.add(name);
      after = page.next !== null && page.next > (after ?? '') ? page.next : null;
    } while (after !== null && names.count < NAMES_MOST);
    return names;
  }
}

class Names {
  readonly byLocator = new Map<string, string[]>();
  count = 0;

  add(name: string): void {
    const locator = parseArtifactName('blobs', name)?.place;
    if (typeof locator !== 'string') return;
    const known = this.byLocator.get(locator);
    if (known === undefined) this.byLocator.set(locator, [name]);
    else known.push(name);
    this.count += 1;
  }
}
