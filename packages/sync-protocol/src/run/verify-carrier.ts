import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ARTIFACT_CLASSES, type ArtifactClass, type ArtifactPage } from '../carrier/carrier.js';
import { PAGE_MOST } from '../carrier/names.js';
import { type ArtifactProblem, verifyArtifact } from '../frames/artifact.js';
import { parseHeader } from '../frames/header.js';
import { blobLocator, parseArtifactName } from '../frames/name.js';
import { openFrom } from './artifacts.js';
import type { RunContext, RunOptions } from './context.js';
import { listOwn } from './own-namespace.js';
import { pullMembers } from './pull-members.js';
import { beginRun } from './run.js';
import type { BlobRef } from './store.js';

/** An artifact that is not what it has to be; `digest` where its bytes are not those its name is of. */
export interface Damage {
  readonly namespace: string;
  readonly artifactClass: ArtifactClass;
  readonly name: string;
  readonly problem: ArtifactProblem | 'digest';
}

/** What reading back a carrier has found. */
export interface CarrierCheck {
  readonly carrierId: string;
  /** Artifacts that are what they have to be, and the bytes that were read. */
  readonly sound: number;
  readonly bytesIn: number;
  readonly damaged: readonly Damage[];
  /** Own artifacts that are kept here and are not there: the next run puts them again. */
  readonly missing: number;
  /** Those that keys are needed for which are not here yet. */
  readonly unread: number;
  /** Whether all chunks of some content were found sound. */
  holds(blob: BlobRef): boolean;
}

const PAGES_MOST = 10_000;
/** What may pass once a key is known. */
const UNREAD: ReadonlySet<string> = new Set<ArtifactProblem>(['signer', 'epoch']);

/**
 * Reads back every artifact of members there is on a carrier, and checks digests, signatures and seals. The carrier is
 * left as it is; of the library nothing changes but what it knows of the group.
 *
 * @throws as `runSync`
 */
export async function verifyCarrier(options: RunOptions): Promise<CarrierCheck> {
  const run = await beginRun(options);
  await pullMembers(run);
  const reading = new Reading(run);
  for (const namespace of run.members.replicas)
    for (const artifactClass of ARTIFACT_CLASSES) await reading.read(namespace, artifactClass);
  const { sound, damaged, unread } = reading;
  const missing = await missingOf(run);
  const holds = (blob: BlobRef) => reading.holds(blob);
  return { carrierId: run.carrierId, sound, bytesIn: run.counts.bytesIn, damaged, unread, missing, holds };
}

async function missingOf(run: RunContext): Promise<number> {
  let missing = 0;
  for (const [artifactClass, { there }] of await listOwn(run))
    for (const { name } of await run.store.sealed(artifactClass, 0, Number.MAX_SAFE_INTEGER))
      if (!there.has(name)) missing += 1;
  return missing;
}

class Reading {
  sound = 0;
  unread = 0;
  readonly damaged: Damage[] = [];
  readonly #run: RunContext;
  /** The numbers of chunks that are sound, by their locators. */
  readonly #chunks = new Map<string, number>();

  constructor(run: RunContext) {
    this.#run = run;
  }

  async read(namespace: string, artifactClass: ArtifactClass): Promise<void> {
    const { carrier, signal } = this.#run;
    let after: string | null = null;
    for (let page = 0; page < PAGES_MOST; page += 1) {
      signal?.throwIfAborted();
      const { artifacts, next }: ArtifactPage = await carrier.list(namespace, artifactClass, after, PAGE_MOST);
      for (const { name } of artifacts) await this.#readOne(namespace, artifactClass, name);
      if (next === null || next <= (after ?? '')) return;
      after = next;
    }
  }

  holds({ sha256, chunks }: BlobRef): boolean {
    const { crypto, keys } = this.#run;
    const digest = hexToBytes(sha256);
    const has = (chunk: number) =>
      keys.epochs().some(({ key }) => this.#chunks.get(blobLocator(crypto, key, digest, chunk)) === chunk);
    return Array.from({ length: chunks }, (_, chunk) => chunk).every(has);
  }

  async #readOne(namespace: string, artifactClass: ArtifactClass, name: string): Promise<void> {
    const { carrier, counts, signal } = this.#run;
    signal?.throwIfAborted();
    const place = parseArtifactName(artifactClass, name)?.place;
    const bytes = place === undefined ? null : await carrier.get(namespace, artifactClass, name);
    // What is no artifact by its name is somebody else's.
    if (place === undefined) return;
    if (bytes === null) {
      // What is gone was removed meanwhile; carriers give nothing that is not what its name says.
      if (await this.#isListed(namespace, artifactClass, name))
        this.damaged.push({ namespace, artifactClass, name, problem: 'digest' });
      return;
    }
    counts.bytesIn += bytes.length;
    this.#run.moved();
    const header = parseHeader(bytes);
    const problem = this.#problemOf(namespace, artifactClass, name, bytes);
    if (problem === null) {
      this.sound += 1;
      if (typeof place === 'string' && header !== null) this.#chunks.set(place, header.index);
    } else if (UNREAD.has(problem)) this.unread += 1;
    else this.damaged.push({ namespace, artifactClass, name, problem });
  }

  async #isListed(namespace: string, artifactClass: ArtifactClass, name: string): Promise<boolean> {
    const place = name.slice(0, name.indexOf('-'));
    const { artifacts } = await this.#run.carrier.list(namespace, artifactClass, place, PAGE_MOST);
    return artifacts.some((artifact) => artifact.name === name);
  }

  #problemOf(
    namespace: string,
    artifactClass: ArtifactClass,
    name: string,
    bytes: Uint8Array,
  ): Damage['problem'] | null {
    const { crypto, keys, members } = this.#run;
    if (!bytesToHex(crypto.sha256(bytes)).startsWith(name.slice(-32))) return 'digest';
    const header = parseHeader(bytes);
    if (header === null) return 'frame';
    const place = parseArtifactName(artifactClass, name)?.place;
    if (header.artifactClass !== artifactClass || (typeof place === 'number' && place !== header.index)) return 'place';
    if (artifactClass !== 'recovery') {
      const opened = openFrom(this.#run, namespace, artifactClass, header.index, bytes);
      return opened.ok ? null : opened.problem;
    }
    const key = members.signKey(namespace, header.keyId);
    if (key === null) return 'signer';
    return verifyArtifact(crypto, { databaseId: keys.databaseId, namespace }, bytes, key) ? null : 'signature';
  }
}
