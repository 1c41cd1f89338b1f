import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ARTIFACT_CLASSES, type ArtifactClass, type ArtifactPage } from '../carrier/carrier.js';
import { PAGE_MOST } from '../carrier/names.js';
import { type ArtifactProblem, verifyArtifact } from '../frames/artifact.js';
import { parseHeader } from '../frames/header.js';
import { blobLocator, parseArtifactName } from '../frames/name.js';
import type { Alert } from './alerts.js';
import { openFrom } from './artifacts.js';
import { Alerts, type RunContext, type RunOptions } from './context.js';
import { repairCarrier } from './repair-carrier.js';
import { beginRun, pullMembersAndLookAround, type Session } from './run.js';
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
  /** Damage that hurts nobody, in the namespace of a retired replica, which will not put anything again. */
  readonly setAside: readonly Damage[];
  /** Own artifacts that are kept here and were not there. */
  readonly missing: number;
  /** How many of all these were put again, or what they held; and the bytes of that. */
  readonly repaired: number;
  readonly bytesOut: number;
  /** Those that keys are needed for which are not here yet. */
  readonly unread: number;
  /** What somebody should know of; also kept in the store. */
  readonly alerts: readonly Alert[];
  /** Whether all chunks of some content were found sound. */
  holds(blob: BlobRef): boolean;
}

const PAGES_MOST = 10_000;
/** What may pass once a key is known. */
const UNREAD: ReadonlySet<string> = new Set<ArtifactProblem>(['signer', 'epoch']);

/**
 * Reads back every artifact of members there is on a carrier, and checks digests, signatures and seals. What is damaged
 * or missing and can be put again from here is: own artifacts as they were sealed, and in this replica's namespace the
 * chunks of attachments and texts that are nowhere else there, whoever put them first. What nobody's damage asks for is
 * left as it is; of the library nothing changes but what it knows of the group and of this carrier.
 *
 * @throws as `runSync`
 */
export async function verifyCarrier(options: RunOptions): Promise<CarrierCheck> {
  const run = await beginRun(options);
  await pullMembersAndLookAround(run);
  const reading = new Reading(run);
  for (const namespace of run.members.replicas)
    for (const artifactClass of ARTIFACT_CLASSES) await reading.read(namespace, artifactClass);
  const { sound, unread } = reading;
  const missing = await missingOf(run);
  const bytesIn = run.counts.bytesIn;
  const repair = await repairCarrier(run, reading);
  const setAside = [...repair.needless];
  const damaged = reading.damaged.filter((each) => !repair.needless.has(each));
  const alerts = alertsOf(damaged.filter((each) => !repair.mended.has(each)));
  await run.store.setAlerts(run.carrierId, alerts, 'reading');
  const holds = (blob: BlobRef) => reading.holds(blob);
  const { repaired } = repair;
  const { bytesOut } = run.counts;
  const { carrierId } = run;
  return { carrierId, sound, bytesIn, damaged, setAside, missing, repaired, bytesOut, unread, alerts, holds };
}

async function missingOf({ own, store }: Session): Promise<number> {
  let missing = 0;
  for (const [artifactClass, { there, cut }] of own)
    for (const { name } of await store.sealed(artifactClass, 0, Number.MAX_SAFE_INTEGER))
      if (!there.has(name) && !cut.has(name)) missing += 1;
  return missing;
}

/** What else there is to say, the next run says. */
function alertsOf(damaged: readonly Damage[]): Alert[] {
  const alerts = new Alerts();
  for (const { namespace, artifactClass, name, problem } of damaged) {
    const place = parseArtifactName(artifactClass, name)?.place;
    const index = typeof place === 'number' ? place : 0;
    alerts.raise('carrier_damaged', namespace, { artifactClass, index, problem });
  }
  return alerts.list();
}

/** What was read of a carrier so far. */
export class Reading {
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

  holds(blob: BlobRef): boolean {
    return Array.from({ length: blob.chunks }, (_, chunk) => chunk).every((chunk) => this.holdsChunk(blob, chunk));
  }

  holdsChunk({ sha256 }: BlobRef, chunk: number): boolean {
    return this.locators(sha256, chunk).some((locator) => this.#chunks.get(locator) === chunk);
  }

  /** Where a chunk may lie, under whichever epoch. */
  locators(sha256: string, chunk: number): readonly string[] {
    const { crypto, keys } = this.#run;
    const digest = hexToBytes(sha256);
    return keys.epochs().map(({ key }) => blobLocator(crypto, key, digest, chunk));
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
