import type { ArtifactClass } from '../carrier/carrier.js';
import { parseArtifactName } from '../frames/name.js';
import { covers } from '../log/order.js';
import { groupBy } from '../merge/operations-by-name.js';
import { floorsOf } from '../retention/plan.js';
import { knownAcks } from './acks.js';
import { BlobIndex } from './blob-index.js';
import type { RunContext } from './context.js';
import { republish } from './own-namespace.js';
import { lacksBlobs, pushBlobs, putChunkOf } from './push-blobs.js';
import type { Session } from './run.js';
import type { BlobRef, SealedEntry } from './store.js';
import type { Damage, Reading } from './verify-carrier.js';

/** What was done about damage. */
export interface Repair {
  /** Artifacts that were put again as they were, and damaged ones whose content was. */
  readonly repaired: number;
  /** Of the damage found, what hurts nobody any more. */
  readonly mended: ReadonlySet<Damage>;
  /** Of that, what was so before. */
  readonly needless: ReadonlySet<Damage>;
}

/** Every class but blobs, in the order a run puts them. */
const SEALED: readonly SealedEntry['artifactClass'][] = ['members', 'recovery', 'ops', 'acks', 'snapshots'];
/** What also a replica that is out publishes again. */
const OF_ANYBODY: ReadonlySet<ArtifactClass> = new Set<ArtifactClass>(['members', 'recovery']);

/** Puts again what is damaged on a carrier or missing there, as far as this replica may publish and has it. */
export async function repairCarrier(run: Session, reading: Reading): Promise<Repair> {
  const mended = new Set<Damage>();
  const needless = new Set(await needlessOf(run, reading.damaged));
  for (const each of needless) mended.add(each);
  if (!run.isOwn) return { repaired: 0, mended, needless };
  let repaired = 0;
  const own = reading.damaged.filter(({ namespace }) => namespace === run.keys.replicaId);
  for (const artifactClass of SEALED.filter((each) => run.publishes || OF_ANYBODY.has(each))) {
    const damaged = own.filter((each) => each.artifactClass === artifactClass);
    const again = new Set(await republish(run, artifactClass, run.own, new Set(damaged.map(({ name }) => name))));
    for (const each of damaged) if (again.has(each.name)) mended.add(each);
    repaired += again.size;
  }
  const chunks = reading.damaged.filter(({ artifactClass }) => artifactClass === 'blobs');
  if (run.publishes) {
    const { put, there } = await mendChunks(run, reading, chunks);
    for (const each of [...put, ...there]) mended.add(each);
    for (const each of there) if (isOfRetired(run, each)) needless.add(each);
  }
  const again = chunks.filter((each) => mended.has(each) && !needless.has(each));
  return { repaired: repaired + again.length, mended, needless };
}

const isOfRetired = ({ members }: RunContext, { namespace }: Damage) => members.statusOf(namespace) === 'retired';

/**
 * Of damage what is in the namespace of a retired replica and nobody reads any more: what it acknowledged, its
 * checkpoints, and segments that it would have taken off itself, since every member has them and a checkpoint that
 * another has verified.
 */
async function needlessOf(run: RunContext, damaged: readonly Damage[]): Promise<Damage[]> {
  const { keys, members, store } = run;
  const ofRetired = damaged.filter((each) => isOfRetired(run, each));
  if (ofRetired.length === 0) return [];
  const own = { replicaId: keys.replicaId, versions: await store.versions(), authors: await store.authors() };
  const { retention } = floorsOf(members.state, await knownAcks(run), own, await store.checkpoints());
  const needless: Damage[] = [];
  for (const each of ofRetired) if (await isNeedless(each)) needless.push(each);
  return needless;

  async function isNeedless({ namespace, artifactClass, name }: Damage): Promise<boolean> {
    if (artifactClass === 'acks' || artifactClass === 'snapshots') return true;
    const index = parseArtifactName(artifactClass, name)?.place;
    if (artifactClass !== 'ops' || typeof index !== 'number') return false;
    const seq = (await store.segment(namespace, index))?.seq ?? 0;
    return seq > 0 && covers(retention, namespace, seq);
  }
}

/** A chunk of content that is known here, and the artifacts of it that are damaged. */
interface Broken {
  readonly blob: BlobRef;
  readonly chunk: number;
  readonly artifacts: readonly Damage[];
}

/** Damaged chunks of which the content is on the carrier: because it was put now, or is there elsewhere. */
interface MendedChunks {
  readonly put: readonly Damage[];
  readonly there: readonly Damage[];
}

/** Has the carrier hold what damaged chunks were of. @returns those that hurt nobody then */
async function mendChunks(run: RunContext, reading: Reading, damaged: readonly Damage[]): Promise<MendedChunks> {
  const own = damaged.filter(({ namespace }) => namespace === run.keys.replicaId);
  const around = { ...run, blobs: new BlobIndex(run, new Set(own.map(({ name }) => name))) };
  const lacks = own.length > 0 || (await lacksBlobs(around));
  const [put, there]: [Damage[], Damage[]] = [[], []];
  for (const { blob, chunk, artifacts } of await brokenOf(run, reading, damaged)) {
    // One of another replica that lies elsewhere as well needs no third.
    const isThere = !artifacts.some((each) => own.includes(each)) && reading.holdsChunk(blob, chunk);
    if (isThere) there.push(...artifacts);
    else if (await putChunkOf(around, blob, chunk)) put.push(...artifacts);
  }
  if (lacks) {
    await run.store.forgetPublishedBlobs(run.carrierId);
    for (const kind of ['text', 'resource'] as const) await pushBlobs(around, kind);
  }
  return { put, there };
}

async function brokenOf({ store }: RunContext, reading: Reading, damaged: readonly Damage[]): Promise<Broken[]> {
  if (damaged.length === 0) return [];
  const byLocator = groupBy(damaged, ({ name }) => name.slice(0, name.indexOf('-')));
  const brokenIn = ({ sha256, size, chunks }: BlobRef): Broken[] =>
    Array.from({ length: chunks }, (_, chunk) => chunk).flatMap((chunk) => {
      const artifacts = reading.locators(sha256, chunk).flatMap((locator) => byLocator.get(locator) ?? []);
      return artifacts.length > 0 ? [{ blob: { sha256, size, chunks }, chunk, artifacts }] : [];
    });
  const broken = (await store.attachments()).flatMap(brokenIn);
  if (broken.flatMap(({ artifacts }) => artifacts).length === damaged.length) return broken;
  // To name the texts means to read all of the log.
  const texts = new Map((await store.readLog((log) => log.texts())).map((text) => [text.sha256, text]));
  return [...broken, ...[...texts.values()].flatMap(brokenIn)];
}
