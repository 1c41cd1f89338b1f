import { ARTIFACT_CLASSES, CarrierError } from '../carrier/carrier.js';
import { verifyArtifact } from '../frames/artifact.js';
import { parseHeader } from '../frames/header.js';
import { knownAcks } from './acks.js';
import { fetchArtifact, type Listed, listFrom } from './artifacts.js';
import { placeOf, type RunContext } from './context.js';
import { put } from './publish.js';
import type { SealedEntry } from './store.js';

type SealedClass = SealedEntry['artifactClass'];

const SEALED_CLASSES = ARTIFACT_CLASSES.filter((artifactClass) => artifactClass !== 'blobs') as SealedClass[];
const PAGE = 500;
/** Names of a class that are not known here and that a run looks behind. */
const STRANGE_MOST = 64;
/** Names of what was forgotten that a run removes. */
const FORGOTTEN_MOST = 10_000;

/** What a carrier has in the namespace of this replica, of one class. */
export interface OwnClass {
  /** The names this replica has sealed, of as many bytes. */
  readonly there: ReadonlySet<string>;
  /** Those of other sizes: they were cut short. */
  readonly cut: ReadonlySet<string>;
  /** Whether all of them are there that are kept. */
  readonly whole: boolean;
  /** Others, of which a few are enough: one sound among them tells that this library is not what was published from. */
  readonly strange: readonly Listed[];
  /** The names of those before the first that is kept here: they were forgotten. */
  readonly forgotten: readonly string[];
}

export type OwnListing = ReadonlyMap<SealedClass, OwnClass>;

export async function listOwn(run: RunContext): Promise<OwnListing> {
  const listing = new Map<SealedClass, OwnClass>();
  for (const artifactClass of SEALED_CLASSES)
    listing.set(artifactClass, await listClass(run, run.keys.replicaId, artifactClass));
  return listing;
}

/** @param namespace Of whoever sealed what the library keeps. */
export async function listClass(run: RunContext, namespace: string, artifactClass: SealedClass): Promise<OwnClass> {
  const own = await ownEntries(run, artifactClass);
  const last = (await run.store.lastSealed(artifactClass))?.index ?? 0;
  const [first = Number.POSITIVE_INFINITY] = own.keys();
  const there = new Set<string>();
  const cut = new Set<string>();
  const strange: Listed[] = [];
  const forgotten: string[] = [];
  for await (const page of listFrom(run, namespace, artifactClass, 1))
    for (const listed of page) {
      // One that was dropped here may still be there.
      const isOld = listed.index < first && listed.index <= last;
      const sealed = own.get(listed.index);
      if (sealed?.name === listed.name) (sealed.sizeBytes === listed.sizeBytes ? there : cut).add(listed.name);
      else if (isOld) keepSome(forgotten, listed.name, FORGOTTEN_MOST);
      else keepSome(strange, listed, STRANGE_MOST);
    }
  return { there, cut, whole: there.size === own.size, strange, forgotten };
}

function keepSome<Item>(kept: Item[], item: Item, most: number): void {
  if (kept.length < most) kept.push(item);
}

/**
 * Whether this library is what this replica has published from: not an earlier state of it, nor a copy that somebody
 * else publishes from. What was once found otherwise stays so, since the high water does not sink.
 */
export async function isOwnState(run: RunContext, listing: OwnListing): Promise<boolean> {
  if ((await run.store.replica()) !== run.keys.replicaId || (await isWitnessedOtherwise(run))) return false;
  for (const [artifactClass, { strange }] of listing) {
    if (!(await reachesHighWater(run, artifactClass))) return false;
    if (await isAnothers(run, artifactClass, strange)) return false;
  }
  return true;
}

/** Whether another member has taken over more under this id, or other than this library has sealed. */
async function isWitnessedOtherwise(run: RunContext): Promise<boolean> {
  const { replicaId } = run.keys;
  const last = (await run.store.lastSealed('ops'))?.index ?? 0;
  for (const { heads } of await knownAcks(run)) {
    const head = heads[replicaId];
    if (head === undefined) continue;
    const own = await run.store.segment(replicaId, head.index);
    // One that may be forgotten is not known any more.
    if (own === null ? head.index > last : own.sha256 !== head.sha256) return true;
  }
  return false;
}

/** Whether the high water is of an artifact this library has sealed. */
async function reachesHighWater({ store, keys }: RunContext, artifactClass: SealedClass): Promise<boolean> {
  const mark = keys.highWater(artifactClass);
  if (mark === null) return true;
  const last = await store.lastSealed(artifactClass);
  if (last === null || last.index < mark.index) return false;
  const [kept] = await store.sealed(artifactClass, mark.index - 1, 1);
  // One that was dropped has newer ones sealed after it.
  return kept?.index !== mark.index || kept.sha256 === mark.sha256;
}

/** Whether one of these artifacts, which this library does not know, is signed by this replica. */
async function isAnothers(run: RunContext, artifactClass: SealedClass, strange: readonly Listed[]): Promise<boolean> {
  for (const listed of strange) {
    const sha256 = await signedBy(run, run.keys.replicaId, artifactClass, listed);
    if (sha256 === null) continue;
    await run.keys.raiseHighWater(artifactClass, { index: listed.index, sha256 });
    return true;
  }
  return false;
}

/** The digest of an artifact if the replica it lies with signed it; a carrier can put anything into a namespace. */
export async function signedBy(
  run: RunContext,
  namespace: string,
  artifactClass: SealedClass,
  listed: Listed,
): Promise<string | null> {
  const { keys, crypto, members } = run;
  const fetched = await fetchArtifact(run, namespace, artifactClass, listed.name);
  const header = fetched && parseHeader(fetched.bytes);
  if (!fetched || !header || header.artifactClass !== artifactClass || header.index !== listed.index) return null;
  const publicKey = members.signKey(namespace, header.keyId);
  const place = { databaseId: keys.databaseId, namespace };
  return publicKey !== null && verifyArtifact(crypto, place, fetched.bytes, publicKey) ? fetched.sha256 : null;
}

/**
 * Puts what of a class was sealed and is not on the carrier, or not whole: because a crash came between, the carrier lost
 * it, or it is another carrier.
 *
 * @param damaged Names of what was read back and is not what it has to be
 * @returns the names of what was put
 */
export async function republish(
  run: RunContext,
  artifactClass: SealedClass,
  listing: OwnListing,
  damaged: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const { store, keys, seen, alerts } = run;
  const place = placeOf(keys.replicaId, artifactClass);
  const { there, cut } = listing.get(artifactClass) ?? {};
  const again: string[] = [];
  for (const { sizeBytes: _, ...entry } of (await ownEntries(run, artifactClass)).values()) {
    if (there?.has(entry.name) && !damaged.has(entry.name)) continue;
    const at = { artifactClass, index: entry.index, problem: 'size' };
    if (cut?.has(entry.name)) alerts.raise('carrier_damaged', keys.replicaId, at);
    else if (!there?.has(entry.name) && entry.index <= (seen.get(place) ?? 0))
      alerts.raise('carrier_rolled_back', keys.replicaId);
    const bytes = await store.sealedBytes(artifactClass, entry.index);
    if (bytes === null) {
      alerts.quarantine(keys.replicaId, artifactClass, entry.index, 'missing');
      continue;
    }
    await put(run, { ...entry, bytes });
    again.push(entry.name);
  }
  return again;
}

/**
 * Removes what was forgotten here for good. A carrier that knows less of the others than this replica does may keep it
 * for now.
 */
export async function removeForgotten(run: RunContext, artifactClass: SealedClass, listing: OwnListing): Promise<void> {
  try {
    for (const name of listing.get(artifactClass)?.forgotten ?? []) {
      run.signal?.throwIfAborted();
      await run.carrier.remove(artifactClass, name);
    }
  } catch (error) {
    if (!(error instanceof CarrierError) || error.code !== 'conflict') throw error;
  }
}

/** By their indices, ascending. */
export async function ownEntries({ store }: RunContext, artifactClass: SealedClass): Promise<Map<number, SealedEntry>> {
  const entries = new Map<number, SealedEntry>();
  for (let after = 0; ; ) {
    const page = await store.sealed(artifactClass, after, PAGE);
    for (const entry of page) entries.set(entry.index, entry);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return entries;
    after = last.index;
  }
}
