import { coversAll } from '../log/order.js';
import {
  fetchListed,
  type ListedArtifact,
  listArtifactsFrom,
  openMemberArtifact,
  raiseRolledBack,
  recordSeen,
} from './artifacts.js';
import { getSeenKey, type RunContext } from './context.js';
import type { SyncKeys } from './keys.js';
import { pushMembers } from './members.js';
import { getMergeVersionInUse, MERGE_VERSIONS } from './merge-versions.js';
import { publish } from './publish.js';
import { recordFork } from './record-fork.js';
import { removeArtifacts } from './remove-artifacts.js';
import { type Ack, decodeAck, encodeAck, hasSameContent } from './retention/ack.js';
import type { OwnArtifactEntry } from './store.js';

/** Number of the newest acknowledgements of a namespace that are tried until one is valid. */
const MAX_TRIES = 8;

/** Fetches the newest acknowledgement of each other replica. */
export async function pullAcks(run: RunContext): Promise<void> {
  const known = new Map((await run.store.acks()).map((record) => [record.replica, record.index]));
  for (const namespace of run.members.replicas)
    if (namespace !== run.keys.replicaId) await pullNewest(run, namespace, known.get(namespace) ?? 0);
}

async function pullNewest(run: RunContext, namespace: string, known: number): Promise<void> {
  const newest = await findNewestAck(run, namespace, known);
  if (newest === null) return;
  const { index, payload } = newest;
  await run.store.keepAck({ replica: namespace, index, payload });
  await recordSeen(run, namespace, 'acks', index);
}

/** Returns the newest valid acknowledgement of a replica on the carrier with an index above `known`; null without one. */
export async function findNewestAck(
  run: RunContext,
  namespace: string,
  known: number,
): Promise<{ readonly index: number; readonly payload: Uint8Array; readonly ack: Ack } | null> {
  const seen = run.seen.get(getSeenKey(namespace, 'acks')) ?? 0;
  let newest: ListedArtifact[] = [];
  // Another carrier may have had a newer one: this carrier has lost nothing while it lists what was seen on it.
  for await (const page of listArtifactsFrom(run, namespace, 'acks', Math.min(known, seen)))
    newest = [...page.toReversed(), ...newest].slice(0, MAX_TRIES);
  if ((newest[0]?.index ?? 0) < seen) raiseRolledBack(run, namespace);
  for (const listed of newest) {
    const { index } = listed;
    if (index <= known) return null;
    const fetched = await fetchListed(run, namespace, 'acks', listed);
    if (fetched === null) continue;
    const opened = openMemberArtifact(run, namespace, 'acks', index, fetched.bytes);
    const ack = opened.ok ? decodeAck(opened.payload) : null;
    if (opened.ok && ack?.replica === namespace) {
      decodedAcks.set(opened.payload, ack);
      return { index, payload: opened.payload, ack };
    }
    run.alerts.quarantine(namespace, 'acks', index, opened.ok ? 'malformed' : opened.problem);
  }
  return null;
}

/**
 * Returns the newest known acknowledgement of each replica. Stored acknowledgements were verified when they arrived.
 */
export async function knownAcks({ store }: Pick<RunContext, 'store'>): Promise<Ack[]> {
  return (await store.acks()).flatMap(({ payload }) => decodeCached(payload) ?? []);
}

/** Decoded acknowledgements by the byte arrays the store keeps, because a run reads them in each of its phases. */
const decodedAcks = new WeakMap<Uint8Array, Ack | null>();

function decodeCached(payload: Uint8Array): Ack | null {
  const ack = decodedAcks.get(payload) ?? decodeAck(payload);
  decodedAcks.set(payload, ack);
  return ack;
}

/**
 * Compares the acknowledged state of other replicas with the local state. This detects a replica that shows different
 * logs to different members.
 */
export async function compareWitnesses(run: RunContext): Promise<void> {
  const { versions, viewDigest } = await run.store.readState();
  const mergeVersion = getMergeVersionInUse(run.members.state, run.mergeVersions ?? MERGE_VERSIONS);
  for (const ack of await knownAcks(run)) {
    // A retired replica may keep a history that does not count.
    if (run.members.getStatus(ack.replica) === 'retired') continue;
    let isForked = false;
    for (const [replica, { index, sha256 }] of Object.entries(ack.heads)) {
      const own = await run.store.segment(replica, index);
      if (own === null || own.sha256 === sha256) continue;
      isForked = true;
      if (replica === run.keys.replicaId) run.alerts.raise('replica_rolled_back', replica);
      else await recordFork(run, replica, 'ops', index);
    }
    // Two histories with as many operations make different libraries.
    if (isForked) continue;
    const same = coversAll(ack.versions, versions) && coversAll(versions, ack.versions);
    if (same && ack.mergeVersion === mergeVersion && ack.viewDigest !== viewDigest)
      run.alerts.raise('divergence', ack.replica);
  }
}

/** Publishes an acknowledgement unless the last one had the same content. */
export async function pushAck(run: RunContext): Promise<void> {
  const { store, keys, members } = run;
  const epoch = members.current;
  // A partly applied bootstrap may lack operations that are still to be applied.
  if (epoch === null || (await store.readBootstrap()) !== null) return;
  // A reader of the acknowledgement must find the members that were added before it.
  await pushMembers(run);
  const last = await store.getLastArtifact('acks');
  const ack = await buildAck(run, epoch.id);
  const before = last && (await store.readArtifact('acks', last.index));
  const lastAck = last && before && readLastAck(run, last, before);
  if (lastAck && hasSameContent(lastAck, ack)) return;
  const index = (last?.index ?? 0) + 1;
  const onStored = (sha256: string) => void lastOwnAcks.set(keys, { sha256, ack });
  if (!(await publish(run, { artifactClass: 'acks', index, payload: encodeAck(ack), epoch, onStored }))) return;
  // Two acknowledgements stay on the carrier, so that a reader with a slightly stale listing still finds one. The others
  // are dropped here first: to a run after a crash in between, the carrier would have lost what is kept here.
  const kept = await store.listArtifacts('acks', 0, MAX_TRIES);
  await store.dropArtifacts('acks', index - 1);
  const older = kept.filter((entry) => entry.index < index - 1);
  await removeArtifacts(
    run,
    'acks',
    older.map(({ name }) => name),
  );
}

/** Returns the last acknowledgement of this replica. Each run needs it, so it is decrypted once per process. */
function readLastAck(run: RunContext, { index, sha256 }: OwnArtifactEntry, bytes: Uint8Array): Ack | null {
  const known = lastOwnAcks.get(run.keys);
  if (known?.sha256 === sha256) return known.ack;
  const opened = openMemberArtifact(run, run.keys.replicaId, 'acks', index, bytes);
  const ack = opened.ok ? decodeAck(opened.payload) : null;
  if (ack !== null) lastOwnAcks.set(run.keys, { sha256, ack });
  return ack;
}

const lastOwnAcks = new WeakMap<SyncKeys, { readonly sha256: string; readonly ack: Ack }>();

async function buildAck(run: RunContext, epochId: string): Promise<Ack> {
  const { store, keys, members, now, mergeVersions = MERGE_VERSIONS } = run;
  const { versions, authors, viewDigest, complete } = await store.readState();
  const checkpoints = await store.checkpoints();
  const heads = [...authors].flatMap(([replica, { index, digest }]) =>
    digest === null ? [] : [[replica, { index, sha256: digest }] as const],
  );
  const distrusted = Object.entries(versions).filter(([replica]) => members.getStatus(replica) !== 'active');
  return {
    replica: keys.replicaId,
    versions,
    heads: Object.fromEntries(heads),
    membersHead: members.state.heads.at(-1) as string,
    epochId,
    viewDigest,
    mergeVersion: getMergeVersionInUse(members.state, mergeVersions),
    mergeVersions,
    complete,
    snapshotsVerified: checkpoints.filter(({ verdict }) => verdict === 'verified').map(({ name }) => name),
    attested: Object.fromEntries(distrusted),
    at: now(),
  };
}
