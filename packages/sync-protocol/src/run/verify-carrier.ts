import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { ARTIFACT_CLASSES, type ArtifactClass } from '../artifact-class.js';
import type { ArtifactPage } from '../carrier/carrier.js';
import { MAX_PAGE_SIZE } from '../carrier/names.js';
import { type ArtifactProblem, verifyArtifact } from '../frames/artifact.js';
import { parseHeader } from '../frames/header.js';
import { deriveBlobLocator, parseArtifactName } from '../frames/name.js';
import type { Alert } from './alerts.js';
import { isListed, openMemberArtifact } from './artifacts.js';
import { Alerts, type RunContext, type RunOptions } from './context.js';
import { repairCarrier } from './repair-carrier.js';
import { pullGroupState, type RunSession, startRun } from './run.js';
import type { BlobRef } from './store.js';

/** A damaged artifact; `digest` when its bytes do not match its name. */
export interface Damage {
  readonly namespace: string;
  readonly artifactClass: ArtifactClass;
  readonly name: string;
  readonly problem: ArtifactProblem | 'digest';
}

/** Result of reading back a carrier. */
export interface CarrierCheck {
  readonly carrierId: string;
  /** Number of undamaged artifacts. `bytesIn` counts the bytes read. */
  readonly sound: number;
  readonly bytesIn: number;
  readonly damaged: readonly Damage[];
  /** Damage without effect, in the namespaces of retired replicas, which will not put anything again. */
  readonly setAside: readonly Damage[];
  /** Number of own kept artifacts that were missing. */
  readonly missing: number;
  /** Number of artifacts put again, and of damaged ones whose content was; `bytesOut` counts their bytes. */
  readonly repaired: number;
  readonly bytesOut: number;
  /** Number of artifacts whose keys are not known here yet. */
  readonly unread: number;
  /** Conditions that need a person's attention; also kept in the store. */
  readonly alerts: readonly Alert[];
  /** Returns true when all chunks of a blob were found undamaged. */
  holds(blob: BlobRef): boolean;
}

const MAX_PAGES = 10_000;
/** Problems that may disappear once a key is known. */
const TEMPORARY_PROBLEMS: ReadonlySet<string> = new Set<ArtifactProblem>(['signer', 'epoch']);

/**
 * Reads back all artifacts of members on a carrier and verifies digests, signatures and encryption. It puts damaged or
 * missing artifacts again where possible: own artifacts as published, and, in this replica's namespace, chunks of
 * attachments and texts that the carrier has nowhere else. Other content of the carrier stays unchanged. The library
 * changes only in what it knows of the group and of this carrier.
 *
 * @throws see `runSync`
 */
export async function verifyCarrier(options: RunOptions): Promise<CarrierCheck> {
  const run = await startRun(options);
  await pullGroupState(run);
  const reading = new CarrierReading(run);
  for (const namespace of run.members.replicas)
    for (const artifactClass of ARTIFACT_CLASSES) await reading.read(namespace, artifactClass);
  const { sound, unread } = reading;
  const missing = await countMissing(run);
  const bytesIn = run.counts.bytesIn;
  const repair = await repairCarrier(run, reading);
  const setAside = [...repair.harmless];
  const damaged = reading.damaged.filter((each) => !repair.harmless.has(each));
  const alerts = buildAlerts(damaged.filter((each) => !repair.mended.has(each)));
  await run.store.setAlerts(run.carrierId, alerts, 'reading');
  const holds = (blob: BlobRef) => reading.holds(blob);
  const { repaired } = repair;
  const { bytesOut } = run.counts;
  const { carrierId } = run;
  return { carrierId, sound, bytesIn, damaged, setAside, missing, repaired, bytesOut, unread, alerts, holds };
}

async function countMissing({ own, store }: RunSession): Promise<number> {
  let missing = 0;
  for (const [artifactClass, { present, damaged }] of own)
    for (const { name } of await store.listArtifacts(artifactClass, 0, Number.MAX_SAFE_INTEGER))
      if (!present.has(name) && !damaged.has(name)) missing += 1;
  return missing;
}

/** Builds the alerts of damage. The next run reports other conditions. */
function buildAlerts(damaged: readonly Damage[]): Alert[] {
  const alerts = new Alerts();
  for (const { namespace, artifactClass, name, problem } of damaged) {
    const place = parseArtifactName(artifactClass, name)?.position;
    const index = typeof place === 'number' ? place : 0;
    alerts.raise('carrier_damaged', namespace, { artifactClass, index, problem });
  }
  return alerts.list();
}

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
