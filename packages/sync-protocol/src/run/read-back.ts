import { bytesToHex } from '@noble/hashes/utils.js';
import { knownAcks } from './acks.js';
import { fetchArtifact } from './artifacts.js';
import type { RunContext } from './context.js';
import {
  listOwnEntries,
  markDamaged,
  OWN_ARTIFACT_CLASSES,
  type OwnArtifactClass,
  type OwnClass,
  type OwnListing,
} from './own-namespace.js';
import type { OwnArtifactEntry } from './store.js';

/** Maximum number of artifacts of a class that one run reads back for a member whose acknowledgement lags. */
const MAX_LAGGING = 8;
/** Maximum number of artifacts that one run reads back because acknowledgements lag. */
const MAX_UNACKNOWLEDGED = 24;
/** Number of artifacts that each run reads back in turn, independent of acknowledgements. */
const IN_TURN = 4;

type Entry = Pick<OwnArtifactEntry, 'artifactClass' | 'index' | 'name'>;

/**
 * Reads back some of this replica's own artifacts: those that other members have not acknowledged, the last
 * acknowledgement, and a few others in turn. Bit rot changes neither the name nor the size of a file, so no listing
 * shows it.
 *
 * @returns the listing, with unreadable artifacts moved to the damaged ones
 * @throws CarrierError when the carrier cannot be reached
 */
export async function readBackOwn(run: RunContext, listing: OwnListing): Promise<OwnListing> {
  const entries = [...(await selectUnacknowledged(run, listing)), ...(await selectNextInTurn(run, listing))];
  const found = new Map(listing);
  for (const { artifactClass, name } of new Map(entries.map((entry) => [entry.name, entry])).values()) {
    if ((await fetchArtifact(run, run.keys.replicaId, artifactClass, name)) !== null) continue;
    found.set(artifactClass, markDamaged(found.get(artifactClass) as OwnClass, name));
  }
  return found;
}

/** Returns the last own acknowledgement, and the first own artifacts each active member has not acknowledged. */
async function selectUnacknowledged(run: RunContext, listing: OwnListing): Promise<Entry[]> {
  const segments = await listPresentEntries(run, listing, 'ops');
  const acks = new Map((await knownAcks(run)).map((ack) => [ack.replica, ack]));
  const asked = new Map<string, Entry>();
  for (const { replicaId, status } of run.members.state.members.values()) {
    if (status !== 'active' || replicaId === run.keys.replicaId) continue;
    const ack = acks.get(replicaId);
    const applied = ack?.heads[run.keys.replicaId]?.index ?? 0;
    const behind = segments.filter(({ index }) => index > applied).slice(0, MAX_LAGGING);
    const unheard = ack === undefined ? [] : await findUnacknowledgedControl(run, listing, ack.membersHead);
    for (const entry of [...behind, ...unheard]) asked.set(entry.name, entry);
  }
  return [...(await listPresentEntries(run, listing, 'acks')).slice(-1), ...asked.values()].slice(
    0,
    MAX_UNACKNOWLEDGED,
  );
}

/** Returns own control operations that are not ancestors of the last one a member has acknowledged. */
async function findUnacknowledgedControl(run: RunContext, listing: OwnListing, head: string): Promise<Entry[]> {
  const { log, state } = run.members;
  const known = log.entry(head);
  if (known === undefined || state.heads.at(-1) === head) return [];
  const unheard = new Set<number>();
  for (const { namespace, index, payload } of await run.store.control()) {
    if (namespace !== run.keys.replicaId) continue;
    const entry = log.entry(bytesToHex(run.crypto.sha256(payload)));
    if (entry !== undefined && entry !== known && !known.ancestors.has(entry.number)) unheard.add(index);
  }
  const entries = await listPresentEntries(run, listing, 'members');
  return entries.filter(({ index }) => unheard.has(index)).slice(0, MAX_LAGGING);
}

/** Returns the next few of all kept artifacts, after those that the last run on this carrier read. */
async function selectNextInTurn(run: RunContext, listing: OwnListing): Promise<Entry[]> {
  const all: Entry[] = [];
  for (const artifactClass of OWN_ARTIFACT_CLASSES)
    all.push(...(await listPresentEntries(run, listing, artifactClass)));
  if (all.length === 0) return [];
  const place = `${run.keys.replicaId}/read-back`;
  const start = (run.seen.get(place) ?? 0) % all.length;
  const next = (start + IN_TURN) % all.length;
  run.seen.set(place, next);
  await run.store.recordSeen(run.carrierId, place, next);
  return [...all, ...all].slice(start, start + Math.min(IN_TURN, all.length));
}

async function listPresentEntries(
  run: RunContext,
  listing: OwnListing,
  artifactClass: OwnArtifactClass,
): Promise<Entry[]> {
  const { present } = listing.get(artifactClass) ?? { present: new Set<string>() };
  return [...(await listOwnEntries(run, artifactClass)).values()].filter(({ name }) => present.has(name));
}
