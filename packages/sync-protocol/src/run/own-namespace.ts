import { ARTIFACT_CLASSES } from '../artifact-class.js';
import { verifyArtifact } from '../frames/artifact.js';
import { parseHeader } from '../frames/header.js';
import { knownAcks } from './acks.js';
import { fetchArtifact, type ListedArtifact, listArtifactsFrom } from './artifacts.js';
import { getSeenKey, type RunContext } from './context.js';
import { putArtifact } from './publish.js';
import { removeArtifacts } from './remove-artifacts.js';
import type { OwnArtifactEntry } from './store.js';

/** A class whose artifacts a replica keeps as published. */
export type OwnArtifactClass = OwnArtifactEntry['artifactClass'];

/** Classes whose artifacts a replica keeps as published. */
export const OWN_ARTIFACT_CLASSES = ARTIFACT_CLASSES.filter(
  (artifactClass) => artifactClass !== 'blobs',
) as OwnArtifactClass[];
const PAGE_SIZE = 500;
/** Maximum number of unknown artifacts of a class that a run examines. */
const MAX_UNKNOWN = 64;
/** Maximum number of dropped artifacts that a run removes from the carrier. */
const MAX_DROPPED = 10_000;

/** Artifacts of one class that a carrier has in the namespace of this replica. */
export interface OwnClass {
  /** Names of own artifacts listed with the right size. */
  readonly present: ReadonlySet<string>;
  /** Names of own artifacts with wrong bytes, and how that was detected: by size or by digest. */
  readonly damaged: ReadonlyMap<string, 'size' | 'digest'>;
  /** True when all kept artifacts are listed with the right size. */
  readonly isComplete: boolean;
  /**
   * Unknown artifacts. A few are enough: one of them with a valid signature shows that this library is not the one that
   * was published from.
   */
  readonly unknownArtifacts: readonly ListedArtifact[];
  /** Names of artifacts before the first kept one. They were dropped here. */
  readonly droppedNames: readonly string[];
}

/** Artifacts in the namespace of this replica by class. */
export type OwnListing = ReadonlyMap<OwnArtifactClass, OwnClass>;

/** Lists the namespace of this replica on the carrier. */
export async function listOwnNamespace(run: RunContext): Promise<OwnListing> {
  const listing = new Map<OwnArtifactClass, OwnClass>();
  for (const artifactClass of OWN_ARTIFACT_CLASSES)
    listing.set(artifactClass, await listClass(run, run.keys.replicaId, artifactClass));
  return listing;
}

/** @param namespace namespace of the replica that published the kept artifacts */
export async function listClass(
  run: RunContext,
  namespace: string,
  artifactClass: OwnArtifactClass,
): Promise<OwnClass> {
  const own = await listOwnEntries(run, artifactClass);
  const last = (await run.store.getLastArtifact(artifactClass))?.index ?? 0;
  const [first = Number.POSITIVE_INFINITY] = own.keys();
  const present = new Set<string>();
  const damaged = new Map<string, 'size'>();
  const unknownArtifacts: ListedArtifact[] = [];
  const droppedNames: string[] = [];
  for await (const page of listArtifactsFrom(run, namespace, artifactClass, 1))
    for (const listed of page) {
      // An artifact that was dropped here may still be listed.
      const isOld = listed.index < first && listed.index <= last;
      const sealed = own.get(listed.index);
      if (sealed?.name === listed.name && sealed.sizeBytes === listed.sizeBytes) present.add(listed.name);
      else if (sealed?.name === listed.name) damaged.set(listed.name, 'size');
      else if (isOld) pushLimited(droppedNames, listed.name, MAX_DROPPED);
      else pushLimited(unknownArtifacts, listed, MAX_UNKNOWN);
    }
  return {
    present,
    damaged,
    isComplete: present.size === own.size,
    unknownArtifacts,
    droppedNames,
  };
}

/** Moves an artifact from the listed ones to the damaged ones. */
export function markDamaged(listed: OwnClass, name: string): OwnClass {
  const present = new Set(listed.present);
  present.delete(name);
  return {
    ...listed,
    present,
    damaged: new Map([...listed.damaged, [name, 'digest'] as const]),
    isComplete: false,
  };
}

function pushLimited<Item>(kept: Item[], item: Item, limit: number): void {
  if (kept.length < limit) kept.push(item);
}

/**
 * Returns true when this library is the one this replica has published from: not an earlier state of it, nor a copy
 * that publishes elsewhere. A negative result is permanent, since the high-water mark never decreases.
 */
export async function isOwnState(run: RunContext, listing: OwnListing): Promise<boolean> {
  if ((await run.store.replica()) !== run.keys.replicaId || (await isContradicted(run))) return false;
  for (const [artifactClass, { unknownArtifacts }] of listing) {
    if (!(await reachesHighWater(run, artifactClass))) return false;
    if (await isPublishedElsewhere(run, artifactClass, unknownArtifacts)) return false;
  }
  return true;
}

/**
 * Returns true when another member has applied more segments of this replica, or other ones than this library has
 * sealed.
 */
async function isContradicted(run: RunContext): Promise<boolean> {
  const { replicaId } = run.keys;
  const last = (await run.store.getLastArtifact('ops'))?.index ?? 0;
  for (const { heads } of await knownAcks(run)) {
    const head = heads[replicaId];
    if (head === undefined) continue;
    const own = await run.store.segment(replicaId, head.index);
    // A dropped segment is not known any more.
    if (own === null ? head.index > last : own.sha256 !== head.sha256) return true;
  }
  return false;
}

/** Returns true when this library has published the artifact of the high-water mark. */
async function reachesHighWater({ store, keys }: RunContext, artifactClass: OwnArtifactClass): Promise<boolean> {
  const mark = keys.highWater(artifactClass);
  if (mark === null) return true;
  const last = await store.getLastArtifact(artifactClass);
  if (last === null || last.index < mark.index) return false;
  const [kept] = await store.listArtifacts(artifactClass, mark.index - 1, 1);
  // A missing artifact was dropped; newer ones exist.
  return kept?.index !== mark.index || kept.sha256 === mark.sha256;
}

/** Returns true, and raises the high-water mark, when one of the unknown artifacts is signed by this replica. */
async function isPublishedElsewhere(
  run: RunContext,
  artifactClass: OwnArtifactClass,
  unknownArtifacts: readonly ListedArtifact[],
): Promise<boolean> {
  for (const listed of unknownArtifacts) {
    const sha256 = await getSignedDigest(run, run.keys.replicaId, artifactClass, listed);
    if (sha256 === null) continue;
    await run.keys.raiseHighWater(artifactClass, { index: listed.index, sha256 });
    return true;
  }
  return false;
}

/**
 * Returns the digest of an artifact if the owner of the namespace signed it, else null. A carrier can put anything into
 * a namespace.
 */
export async function getSignedDigest(
  run: RunContext,
  namespace: string,
  artifactClass: OwnArtifactClass,
  listed: ListedArtifact,
): Promise<string | null> {
  const { keys, crypto, members } = run;
  const fetched = await fetchArtifact(run, namespace, artifactClass, listed.name);
  const header = fetched && parseHeader(fetched.bytes);
  if (!fetched || !header || header.artifactClass !== artifactClass || header.index !== listed.index) return null;
  const publicKey = members.getSignKey(namespace, header.keyId);
  const context = { databaseId: keys.databaseId, namespace };
  return publicKey !== null && verifyArtifact(crypto, context, fetched.bytes, publicKey) ? fetched.sha256 : null;
}

/**
 * Puts published artifacts of a class that are missing or damaged on the carrier: after a crash, after loss on the
 * carrier, or on a new carrier.
 *
 * @param damaged names of artifacts that were read back and found damaged
 * @returns names of the artifacts that were put
 */
export async function republish(
  run: RunContext,
  artifactClass: OwnArtifactClass,
  listing: OwnListing,
  damaged: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const { store, keys, seen, alerts } = run;
  const seenKey = getSeenKey(keys.replicaId, artifactClass);
  const { present, damaged: found } = listing.get(artifactClass) ?? {};
  const again: string[] = [];
  for (const { sizeBytes: _, ...entry } of (await listOwnEntries(run, artifactClass)).values()) {
    if (present?.has(entry.name) && !damaged.has(entry.name)) continue;
    const problem = found?.get(entry.name);
    const isLost = problem === undefined && !present?.has(entry.name) && entry.index <= (seen.get(seenKey) ?? 0);
    if ((isLost || problem === 'size') && (await isListedLate(run, artifactClass, entry.name))) continue;
    if (problem !== undefined)
      alerts.raise('carrier_damaged', keys.replicaId, { artifactClass, index: entry.index, problem });
    else if (isLost) alerts.raise('carrier_rolled_back', keys.replicaId);
    const bytes = await store.readArtifact(artifactClass, entry.index);
    if (bytes === null) {
      alerts.quarantine(keys.replicaId, artifactClass, entry.index, 'missing');
      continue;
    }
    await putArtifact(run, { ...entry, bytes });
    again.push(entry.name);
  }
  return again;
}

/**
 * Returns true when the carrier returns an own artifact whole that its listing lacks or gives another size of: the
 * listing of a network share may lag. One artifact that is lost or damaged shows that the listing is right.
 */
async function isListedLate(run: RunContext, artifactClass: OwnArtifactClass, name: string): Promise<boolean> {
  const { alerts, keys } = run;
  if (alerts.has('carrier_rolled_back', keys.replicaId) || alerts.has('carrier_damaged', keys.replicaId)) return false;
  return (await fetchArtifact(run, keys.replicaId, artifactClass, name)) !== null;
}

/** Removes artifacts from the carrier that were dropped here. */
export async function removeDropped(
  run: RunContext,
  artifactClass: OwnArtifactClass,
  listing: OwnListing,
): Promise<void> {
  await removeArtifacts(run, artifactClass, listing.get(artifactClass)?.droppedNames ?? []);
}

/** Returns own kept artifacts by index, ascending. */
export async function listOwnEntries(
  { store }: RunContext,
  artifactClass: OwnArtifactClass,
): Promise<Map<number, OwnArtifactEntry>> {
  const entries = new Map<number, OwnArtifactEntry>();
  for (let after = 0; ; ) {
    const page = await store.listArtifacts(artifactClass, after, PAGE_SIZE);
    for (const entry of page) entries.set(entry.index, entry);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return entries;
    after = last.index;
  }
}
