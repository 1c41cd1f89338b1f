import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { ArtifactClass } from '../artifact-class.js';
import type { ArtifactPage } from '../carrier/carrier.js';
import { MAX_PAGE_SIZE } from '../carrier/names.js';
import { type ArtifactProblem, verifyArtifact } from '../frames/artifact.js';
import { parseHeader } from '../frames/header.js';
import { deriveBlobLocator, parseArtifactName } from '../frames/name.js';
import { isListed, openMemberArtifact } from './artifacts.js';
import type { RunContext } from './context.js';
import type { BlobRef } from './store.js';

/** A damaged artifact; `digest` when its bytes do not match its name. */
export interface Damage {
  readonly namespace: string;
  readonly artifactClass: ArtifactClass;
  readonly name: string;
  readonly problem: ArtifactProblem | 'digest';
}

const MAX_PAGES = 10_000;
/** Problems that may disappear once a key is known. */
const TEMPORARY_PROBLEMS: ReadonlySet<string> = new Set<ArtifactProblem>(['signer', 'epoch']);

/** Results of reading a carrier so far. */
export class CarrierReading {
  sound = 0;
  unread = 0;
  readonly damaged: Damage[] = [];
  readonly #run: RunContext;
  /** Indexes of undamaged chunks, by locator. */
  readonly #chunks = new Map<string, number>();

  constructor(run: RunContext) {
    this.#run = run;
  }

  async read(namespace: string, artifactClass: ArtifactClass): Promise<void> {
    const { carrier, signal } = this.#run;
    let after: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      signal?.throwIfAborted();
      const { artifacts, next }: ArtifactPage = await carrier.list(namespace, artifactClass, after, MAX_PAGE_SIZE);
      for (const { name } of artifacts) await this.#readOne(namespace, artifactClass, name);
      if (next === null || next <= (after ?? '')) return;
      after = next;
    }
  }

  holds(blob: BlobRef): boolean {
    return Array.from({ length: blob.chunks }, (_, chunk) => chunk).every((chunk) => this.holdsChunk(blob, chunk));
  }

  holdsChunk({ sha256 }: BlobRef, chunk: number): boolean {
    return this.locators(sha256, chunk).some((locator) => this.#chunks.get(locator) === chunk);
  }

  /** Returns the locators of a chunk under every epoch. */
  locators(sha256: string, chunk: number): readonly string[] {
    const { crypto, keys } = this.#run;
    const digest = hexToBytes(sha256);
    return keys.epochs().map(({ key }) => deriveBlobLocator(crypto, key, digest, chunk));
  }

  async #readOne(namespace: string, artifactClass: ArtifactClass, name: string): Promise<void> {
    const { carrier, counts, signal } = this.#run;
    signal?.throwIfAborted();
    const place = parseArtifactName(artifactClass, name)?.position;
    const bytes = place === undefined ? null : await carrier.get(namespace, artifactClass, name);
    // A file without an artifact name does not belong to this protocol.
    if (place === undefined) return;
    if (bytes === null) {
      // An artifact that is not listed any more was removed meanwhile. Carriers return no bytes that do not match the
      // name.
      if (await isListed(this.#run, namespace, artifactClass, name))
        this.damaged.push({ namespace, artifactClass, name, problem: 'digest' });
      return;
    }
    counts.bytesIn += bytes.length;
    this.#run.reportProgress();
    const header = parseHeader(bytes);
    const problem = this.#findProblem(namespace, artifactClass, name, bytes);
    if (problem === null) {
      this.sound += 1;
      if (typeof place === 'string' && header !== null) this.#chunks.set(place, header.index);
    } else if (TEMPORARY_PROBLEMS.has(problem)) this.unread += 1;
    else this.damaged.push({ namespace, artifactClass, name, problem });
  }

  #findProblem(
    namespace: string,
    artifactClass: ArtifactClass,
    name: string,
    bytes: Uint8Array,
  ): Damage['problem'] | null {
    const { crypto, keys, members } = this.#run;
    if (!bytesToHex(crypto.sha256(bytes)).startsWith(name.slice(-32))) return 'digest';
    const header = parseHeader(bytes);
    if (header === null) return 'frame';
    const place = parseArtifactName(artifactClass, name)?.position;
    if (header.artifactClass !== artifactClass || (typeof place === 'number' && place !== header.index)) return 'place';
    if (artifactClass !== 'recovery') {
      const opened = openMemberArtifact(this.#run, namespace, artifactClass, header.index, bytes);
      return opened.ok ? null : opened.problem;
    }
    const key = members.getSignKey(namespace, header.keyId);
    if (key === null) return 'signer';
    return verifyArtifact(crypto, { databaseId: keys.databaseId, namespace }, bytes, key) ? null : 'signature';
  }
}
