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
  readonly #namespaces = new Map<string, Map<string, string[]>>();
  readonly #counts = new Map<string, number>();

  constructor(run: RunOptions) {
    this.#run = run;
  }

  /** The names of what may be a chunk, under whichever epoch it was sealed. */
  async find(namespace: string, sha256: string, chunk: number): Promise<readonly string[]> {
    const names = await this.#namesOf(namespace);
    const digest = hexToBytes(sha256);
    const { keys, crypto } = this.#run;
    return keys.epochs().flatMap(({ key }) => names.get(blobLocator(crypto, key, digest, chunk)) ?? []);
  }

  /** How many names there are. */
  async count(namespace: string): Promise<number> {
    await this.#namesOf(namespace);
    return this.#counts.get(namespace) ?? 0;
  }

  add(namespace: string, name: string): void {
    const names = this.#namespaces.get(namespace);
    if (names !== undefined) this.#addTo(namespace, names, name);
  }

  async #namesOf(namespace: string): Promise<Map<string, string[]>> {
    const known = this.#namespaces.get(namespace);
    if (known !== undefined) return known;
    const names = new Map<string, string[]>();
    let after: string | null = null;
    do {
      this.#run.signal?.throwIfAborted();
      const page: ArtifactPage = await this.#run.carrier.list(namespace, 'blobs', after, PAGE_MOST);
      for (const { name } of page.artifacts) this.#addTo(namespace, names, name);
      after = page.next !== null && page.next > (after ?? '') ? page.next : null;
    } while (after !== null && names.size < NAMES_MOST);
    this.#namespaces.set(namespace, names);
    return names;
  }

  #addTo(namespace: string, names: Map<string, string[]>, name: string): void {
    const locator = parseArtifactName('blobs', name)?.place;
    if (typeof locator !== 'string') return;
    names.set(locator, [...(names.get(locator) ?? []), name]);
    this.#counts.set(namespace, (this.#counts.get(namespace) ?? 0) + 1);
  }
}
