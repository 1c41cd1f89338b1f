import type { ArtifactClass } from '../artifact-class.js';
import { parseArtifactName } from '../frames/name.js';
import { covers } from '../log/order.js';
import { groupBy } from '../merge/operations-by-name.js';
import { knownAcks } from './acks.js';
import { BlobIndex } from './blob-index.js';
import type { CarrierReading, Damage } from './carrier-reading.js';
import type { RunContext } from './context.js';
import { republish } from './own-namespace.js';
import { countLackedBlobs, lacksBlobs, pushBlobs, putStoredChunk } from './push-blobs.js';
import { computeFloors } from './retention/floors.js';
import type { RunSession } from './run.js';
import type { BlobRef, OwnArtifactEntry } from './store.js';

/** Result of a repair. */
export interface Repair {
  /** Number of artifacts put again, and of damaged artifacts whose content was put again. */
  readonly repaired: number;
  /** Number of missing own chunks that were put again. */
  readonly restoredChunks: number;
  /** Damage that has no effect any more. */
  readonly mended: ReadonlySet<Damage>;
  /** Damage that had no effect before the repair either. */
  readonly harmless: ReadonlySet<Damage>;
}

/** All classes but blobs, in the order a run puts them. */
const REPAIR_ORDER: readonly OwnArtifactEntry['artifactClass'][] = ['members', 'recovery', 'ops', 'acks', 'snapshots'];
/** Classes that a removed replica publishes too. */
const CLASSES_OF_REMOVED: ReadonlySet<ArtifactClass> = new Set<ArtifactClass>(['members', 'recovery']);

/** Puts damaged or missing artifacts again, if this replica may publish and has them. */
export async function repairCarrier(run: RunSession, reading: CarrierReading): Promise<Repair> {
  const mended = new Set<Damage>();
  const needless = new Set(await findHarmless(run, reading.damaged));
  for (const each of needless) mended.add(each);
  if (!run.isOwn) return { repaired: 0, restoredChunks: 0, mended, harmless: needless };
  let repaired = 0;
  const own = reading.damaged.filter(({ namespace }) => namespace === run.keys.replicaId);
  for (const artifactClass of REPAIR_ORDER.filter((each) => run.canPublish || CLASSES_OF_REMOVED.has(each))) {
    const damaged = own.filter((each) => each.artifactClass === artifactClass);
    const again = new Set(await republish(run, artifactClass, run.own, new Set(damaged.map(({ name }) => name))));
    for (const each of damaged) if (again.has(each.name)) mended.add(each);
    repaired += again.size;
  }
  const chunks = reading.damaged.filter(({ artifactClass }) => artifactClass === 'blobs');
  let restoredChunks = 0;
  if (run.canPublish) {
    const { put, present, restored } = await mendChunks(run, reading, chunks);
    for (const each of [...put, ...present]) mended.add(each);
    for (const each of present) if (isOfRetired(run, each)) needless.add(each);
    restoredChunks = restored;
  }
  const again = chunks.filter((each) => mended.has(each) && !needless.has(each));
  return { repaired: repaired + again.length + restoredChunks, restoredChunks, mended, harmless: needless };
}

const isOfRetired = ({ members }: RunContext, { namespace }: Damage) => members.getStatus(namespace) === 'retired';

/**
 * Returns damage in namespaces of retired replicas that no reader needs: acknowledgements, checkpoints, and segments
 * that every member has applied and that a verified checkpoint covers. The replica would have removed such segments
 * itself.
 */
async function findHarmless(run: RunContext, damaged: readonly Damage[]): Promise<Damage[]> {
  const { keys, members, store } = run;
  const ofRetired = damaged.filter((each) => isOfRetired(run, each));
  if (ofRetired.length === 0) return [];
  const own = { replicaId: keys.replicaId, versions: await store.versions(), authors: await store.authors() };
  const { retention } = computeFloors(members.state, await knownAcks(run), own, await store.checkpoints());
  const needless: Damage[] = [];
  for (const each of ofRetired) if (await isHarmless(each)) needless.push(each);
  return needless;

  async function isHarmless({ namespace, artifactClass, name }: Damage): Promise<boolean> {
    if (artifactClass === 'acks' || artifactClass === 'snapshots') return true;
    const index = parseArtifactName(artifactClass, name)?.position;
    if (artifactClass !== 'ops' || typeof index !== 'number') return false;
    const seq = (await store.segment(namespace, index))?.seq ?? 0;
    return seq > 0 && covers(retention, namespace, seq);
  }
}

/** A chunk of known content, and its damaged artifacts. */
interface BrokenChunk {
  readonly blob: BlobRef;
  readonly chunk: number;
  readonly artifacts: readonly Damage[];
}

/** Damaged chunks whose content is on the carrier now. */
interface MendedChunks {
  readonly put: readonly Damage[];
  readonly present: readonly Damage[];
  /** Number of missing own chunks that were put again. */
  readonly restored: number;
}

/**
 * Makes the carrier hold the content of damaged chunks.
 *
 * @returns the chunks whose content it holds now
 */
async function mendChunks(run: RunContext, reading: CarrierReading, damaged: readonly Damage[]): Promise<MendedChunks> {
  const own = damaged.filter(({ namespace }) => namespace === run.keys.replicaId);
  const around = { ...run, blobs: new BlobIndex(run, new Set(own.map(({ name }) => name))) };
  const lacks = own.length > 0 || (await lacksBlobs(around));
  const [put, there]: [Damage[], Damage[]] = [[], []];
  for (const { blob, chunk, artifacts } of await findBrokenChunks(run, reading, damaged)) {
    // A chunk of another replica that exists elsewhere too needs no further copy.
    const isThere = !artifacts.some((each) => own.includes(each)) && reading.holdsChunk(blob, chunk);
    if (isThere) there.push(...artifacts);
    else if (await putStoredChunk(around, blob, chunk)) put.push(...artifacts);
  }
  const restored = lacks ? await restoreMissing(around) : 0;
  return { put, present: there, restored };
}

/** Puts the local content again that the carrier lacks. Returns the number of chunks that it had before. */
async function restoreMissing(run: RunContext): Promise<number> {
  const { replicaId } = run.keys;
  const [lacked, before] = [await countLackedBlobs(run), await run.blobs.count(replicaId)];
  await run.store.clearPublishedBlobs(run.carrierId);
  for (const kind of ['text', 'resource'] as const) await pushBlobs(run, kind);
  // New content is put at the same time.
  return Math.min(lacked, (await run.blobs.count(replicaId)) - before);
}

async function findBrokenChunks(
  { store }: RunContext,
  reading: CarrierReading,
  damaged: readonly Damage[],
): Promise<BrokenChunk[]> {
  if (damaged.length === 0) return [];
  const byLocator = groupBy(damaged, ({ name }) => name.slice(0, name.indexOf('-')));
  const findBroken = ({ sha256, size, chunks }: BlobRef): BrokenChunk[] =>
    Array.from({ length: chunks }, (_, chunk) => chunk).flatMap((chunk) => {
      const artifacts = reading.locators(sha256, chunk).flatMap((locator) => byLocator.get(locator) ?? []);
      return artifacts.length > 0 ? [{ blob: { sha256, size, chunks }, chunk, artifacts }] : [];
    });
  const broken = (await store.attachments()).flatMap(findBroken);
  if (broken.flatMap(({ artifacts }) => artifacts).length === damaged.length) return broken;
  // Listing the texts requires reading the whole log.
  const texts = new Map((await store.readLog((log) => log.texts())).map((text) => [text.sha256, text]));
  return [...broken, ...[...texts.values()].flatMap(findBroken)];
}
