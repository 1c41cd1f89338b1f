import { ARTIFACT_CLASSES } from '../carrier/carrier.js';
import { verifyArtifact } from '../frames/artifact.js';
import { parseHeader } from '../frames/header.js';
import { fetchArtifact, type Listed, listFrom } from './artifacts.js';
import { placeOf, type RunContext } from './context.js';
import { put } from './publish.js';
import type { SealedEntry } from './store.js';

type SealedClass = SealedEntry['artifactClass'];

const SEALED_CLASSES = ARTIFACT_CLASSES.filter((artifactClass) => artifactClass !== 'blobs') as SealedClass[];
const PAGE = 500;
/** Names of a class nobody here knows that a run looks behind. */
const STRANGE_MOST = 64;

/** What a carrier has in the namespace of this replica. */
export type OwnListing = ReadonlyMap<SealedClass, readonly Listed[]>;

export async function listOwn(run: RunContext): Promise<OwnListing> {
  const listing = new Map<SealedClass, Listed[]>();
  for (const artifactClass of SEALED_CLASSES) {
    const listed: Listed[] = [];
    for await (const each of listFrom(run, run.keys.replicaId, artifactClass, 1)) listed.push(each);
    listing.set(artifactClass, listed);
  }
  return listing;
}

/**
 * Whether this library is what this replica has published from: not an earlier state of it, nor a copy that somebody
 * else publishes from. What was once found otherwise stays so, since the high water does not sink.
 */
export async function isOwnState(run: RunContext, listing: OwnListing): Promise<boolean> {
  for (const artifactClass of SEALED_CLASSES) {
    if (!(await reachesHighWater(run, artifactClass))) return false;
    if (await knowsLess(run, artifactClass, listing.get(artifactClass) ?? [])) return false;
  }
  return true;
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

/** Whether the carrier has an artifact this replica has signed, and this library does not know. */
async function knowsLess(run: RunContext, artifactClass: SealedClass, listing: readonly Listed[]): Promise<boolean> {
  const last = (await run.store.lastSealed(artifactClass))?.index ?? 0;
  const own = await ownEntries(run, artifactClass);
  const first = Math.min(...own.keys());
  const isKnown = ({ index, name }: Listed) =>
    index <= last && (own.has(index) ? own.get(index)?.name === name : index < first);
  for (const listed of listing.filter((each) => !isKnown(each)).slice(0, STRANGE_MOST)) {
    const sha256 = await signedByThis(run, artifactClass, listed);
    if (sha256 === null) continue;
    await run.keys.raiseHighWater(artifactClass, { index: listed.index, sha256 });
    return true;
  }
  return false;
}

/** The digest of an artifact if this replica signed it; a carrier can put anything into a namespace. */
async function signedByThis(run: RunContext, artifactClass: SealedClass, listed: Listed): Promise<string | null> {
  const { keys, crypto, members } = run;
  const fetched = await fetchArtifact(run, keys.replicaId, artifactClass, listed.name);
  const header = fetched && parseHeader(fetched.bytes);
  if (!fetched || !header || header.artifactClass !== artifactClass || header.index !== listed.index) return null;
  const publicKey = members.signKey(keys.replicaId, header.keyId);
  const place = { databaseId: keys.databaseId, namespace: keys.replicaId };
  return publicKey !== null && verifyArtifact(crypto, place, fetched.bytes, publicKey) ? fetched.sha256 : null;
}

/**
 * Puts what of a class was sealed and is not on the carrier: because a crash came between, the carrier lost it, or it is
 * another carrier.
 */
export async function republish(run: RunContext, artifactClass: SealedClass, listing: OwnListing): Promise<void> {
  const { store, keys, seen, alerts } = run;
  const place = placeOf(keys.replicaId, artifactClass);
  const there = new Set(listing.get(artifactClass)?.map(({ name }) => name));
  for (const entry of (await ownEntries(run, artifactClass)).values()) {
    if (there.has(entry.name)) continue;
    if (entry.index <= (seen.get(place) ?? 0)) await carrierLost(run);
    const bytes = await store.sealedBytes(artifactClass, entry.index);
    if (bytes !== null) await put(run, { ...entry, bytes });
    else alerts.quarantine(keys.replicaId, artifactClass, entry.index, 'missing');
  }
}

async function carrierLost({ alerts, keys, store, carrierId }: RunContext): Promise<void> {
  alerts.raise('carrier_rolled_back', keys.replicaId);
  await store.forgetPublishedBlobs(carrierId);
}

async function ownEntries({ store }: RunContext, artifactClass: SealedClass): Promise<Map<number, SealedEntry>> {
  const entries = new Map<number, SealedEntry>();
  for (let after = 0; ; ) {
    const page = await store.sealed(artifactClass, after, PAGE);
    for (const entry of page) entries.set(entry.index, entry);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return entries;
    after = last.index;
  }
}
