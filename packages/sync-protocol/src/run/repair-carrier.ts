import type { ArtifactClass } from '../carrier/carrier.js';
import { groupBy } from '../merge/operations-by-name.js';
import { BlobIndex } from './blob-index.js';
import type { RunContext } from './context.js';
import { republish } from './own-namespace.js';
import { lacksBlobs, pushBlobs, putChunkOf } from './push-blobs.js';
import type { Session } from './run.js';
import type { BlobRef, SealedEntry } from './store.js';
import { textsOf } from './texts.js';
import type { Damage, Reading } from './verify-carrier.js';

/** What was done about damage. */
export interface Repair {
  /** Artifacts that were put again as they were, and damaged ones whose content was. */
  readonly repaired: number;
  /** Of the damage found, what hurts nobody any more. */
  readonly mended: ReadonlySet<Damage>;
}

/** Every class but blobs, in the order a run puts them. */
const SEALED: readonly SealedEntry['artifactClass'][] = ['members', 'recovery', 'ops', 'acks', 'snapshots'];
/** What also a replica that is out publishes again. */
const OF_ANYBODY: ReadonlySet<ArtifactClass> = new Set<ArtifactClass>(['members', 'recovery']);

/** Puts again what is damaged on a carrier or missing there, as far as this replica may publish and has it. */
export async function repairCarrier(run: Session, reading: Reading): Promise<Repair> {
  const mended = new Set<Damage>();
  if (!run.isOwn) return { repaired: 0, mended };
  let repaired = 0;
  const own = reading.damaged.filter(({ namespace }) => namespace === run.keys.replicaId);
  for (const artifactClass of SEALED.filter((each) => run.publishes || OF_ANYBODY.has(each))) {
    const damaged = own.filter((each) => each.artifactClass === artifactClass);
    const again = new Set(await republish(run, artifactClass, run.own, new Set(damaged.map(({ name }) => name))));
    for (const each of damaged) if (again.has(each.name)) mended.add(each);
    repaired += again.size;
  }
  const chunks = reading.damaged.filter(({ artifactClass }) => artifactClass === 'blobs');
  if (run.publishes) for (const each of await mendChunks(run, reading, chunks)) mended.add(each);
  return { repaired: repaired + chunks.filter((each) => mended.has(each)).length, mended };
}

/** A chunk of content that is known here, and the artifacts of it that are damaged. */
interface Broken {
  readonly blob: BlobRef;
  readonly chunk: number;
  readonly artifacts: readonly Damage[];
}

/** Has the carrier hold what damaged chunks were of. @returns those that hurt nobody then */
async function mendChunks(run: RunContext, reading: Reading, damaged: readonly Damage[]): Promise<Damage[]> {
  const own = damaged.filter(({ namespace }) => namespace === run.keys.replicaId);
  const around = { ...run, blobs: new BlobIndex(run, new Set(own.map(({ name }) => name))) };
  const lacks = own.length > 0 || (await lacksBlobs(around));
  const mended: Damage[] = [];
  for (const { blob, chunk, artifacts } of await brokenOf(run, reading, damaged)) {
    // One of another replica that lies elsewhere as well needs no third.
    const isThere = !artifacts.some((each) => own.includes(each)) && reading.holdsChunk(blob, chunk);
    if (isThere || (await putChunkOf(around, blob, chunk))) mended.push(...artifacts);
  }
  if (lacks) {
    await run.store.forgetPublishedBlobs(run.carrierId);
    for (const kind of ['text', 'resource'] as const) await pushBlobs(around, kind);
  }
  return mended;
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
  const texts = new Map(textsOf((await store.wholeLog()).operations).map((text) => [text.sha256, text]));
  return [...broken, ...[...texts.values()].flatMap(brokenIn)];
}
