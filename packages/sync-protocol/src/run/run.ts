import { CarrierError } from '../carrier/carrier.js';
import type { AuthorState } from '../log/succession.js';
import { compareWitnesses, knownAcks, pullAcks, pushAck } from './acks.js';
import type { Alert } from './alerts.js';
import { beginFromCheckpoint, isNew } from './begin-from-checkpoint.js';
import { BlobIndex } from './blob-index.js';
import { sealerHere } from './chunks.js';
import { Alerts, noCounts, type RunContext, type RunCounts, type RunOptions, type RunPhase } from './context.js';
import { fetchBlobs } from './fetch-blobs.js';
import { dropSuperseded, makeCheckpoint } from './make-checkpoint.js';
import { membersNow, pushMembers, tendGroup } from './members.js';
import { knowsRules } from './merge-versions.js';
import { isOwnState, listOwn, type OwnListing, removeForgotten, republish } from './own-namespace.js';
import { pullMembers } from './pull-members.js';
import { pullOps } from './pull-ops.js';
import { lacksBlobs, pushBlobs } from './push-blobs.js';
import { pushOps } from './push-ops.js';
import { pushRecovery } from './push-recovery.js';
import { sharedState } from './shared-state.js';
import { verifyCheckpoints } from './verify-checkpoints.js';

export interface RunReport {
  readonly carrierId: string;
  /** False where this replica may not publish: it is no member, or its library is behind what it has published. */
  readonly published: boolean;
  /**
   * Where the library is not what was published under its id, or writes the log of another: up to where its log is
   * everybody's. What comes after is to be said under another id (`reauthor`). Null where all is well, or nothing can be told.
   */
  readonly diverged: AuthorState | null;
  /** Whether `acceptCheckpoint` was taken. */
  readonly accepted: boolean;
  readonly counts: Readonly<RunCounts>;
  /** What somebody should know of; also kept in the store. */
  readonly alerts: readonly Alert[];
}

/**
 * Brings a library and a carrier together, once. All that is done is kept artifact by artifact, so a run that fails or is
 * stopped goes on where it was when the next one starts. Nothing a carrier lacks is ever taken for a wish.
 *
 * @throws CarrierError where the carrier cannot be reached or does not do what it should; `refused` for one of another
 *   library. The reason of `signal` where it was aborted.
 */
export async function runSync(options: RunOptions): Promise<RunReport> {
  const run = await beginRun(options);
  const isWhole = options.kind !== 'resources';
  for (const [phase, work] of PHASES) {
    if (!isWhole && !OF_RESOURCES.has(phase)) continue;
    run.signal?.throwIfAborted();
    run.phase = phase;
    run.moved();
    await work(run);
  }
  const alerts = run.alerts.list();
  if (isWhole) await run.store.setAlerts(run.carrierId, alerts);
  run.progress?.('done', { ...run.counts });
  const { carrierId, accepted, publishes: published, diverged, counts } = run;
  return { carrierId, accepted, published, diverged, counts, alerts };
}

/** What a run begins with. */
export async function beginRun(options: RunOptions): Promise<Session> {
  const { carrier, store, keys, crypto, codec, sealer = sealerHere(crypto, codec) } = options;
  options.progress?.('handshake', noCounts());
  const { carrierId, databaseId } = await carrier.identity();
  if (databaseId !== keys.databaseId) throw new CarrierError('refused', 'the carrier is of another library');
  const counts = noCounts();
  // With the options last: to an object that was spread engines add members slowly.
  const run: Session = {
    sealer,
    carrierId,
    counts,
    phase: 'handshake',
    moved: () => options.progress?.(run.phase, { ...counts }),
    alerts: new Alerts(),
    seen: new Map(await store.seen(carrierId)),
    members: await membersNow(options),
    accepted: false,
    publishes: false,
    blobs: new BlobIndex(options),
    own: new Map(),
    isOwn: false,
    diverged: null,
    ...options,
  };
  return run;
}

/** A run, and what its phases leave for one another. */
export interface Session extends RunContext {
  own: OwnListing;
  /** Whether its library is what it has published from. */
  isOwn: boolean;
  diverged: AuthorState | null;
}

/** What fetching attachments takes, and no more. */
const OF_RESOURCES: ReadonlySet<RunPhase> = new Set(['pull_members', 'fetch_blobs']);

const publishing = (work: (run: Session) => Promise<void>) => async (run: Session) => {
  if (run.publishes) await work(run);
};

const PHASES: readonly (readonly [RunPhase, (run: Session) => Promise<void>])[] = [
  ['pull_members', pullMembersAndLookAround],
  ['push_members', pushControl],
  ['push_text_blobs', publishing((run) => pushBlobs(run, 'text'))],
  ['push_ops', publishing(pushSegments)],
  ['pull_ops', pullEverything],
  ['push_blobs', publishing((run) => pushBlobs(run, 'resource'))],
  ['ack', publishing(acknowledge)],
  ['fetch_blobs', fetchBlobs],
  ['snapshot', publishing(checkpoint)],
];

/** Learns who is in the group, what the carrier has of this replica, and whether it may publish. */
export async function pullMembersAndLookAround(run: Session): Promise<void> {
  await pullMembers(run);
  // Before anything is published: they say what others have of this replica, and what is still to be taken of the removed.
  await pullAcks(run);
  run.own = await listOwn(run);
  // Where something is missing, blobs may be as well, and before anything else: what names them comes after them.
  if ([...run.own.values()].some(({ whole }) => !whole) || (await lacksBlobs(run)))
    await run.store.forgetPublishedBlobs(run.carrierId);
  run.isOwn = await isOwnState(run, run.own);
  if (!run.isOwn) {
    run.alerts.raise('replica_rolled_back', (await run.store.replica()) ?? run.keys.replicaId);
    run.diverged = await sharedState(run);
  }
  run.publishes = run.isOwn && run.members.statusOf(run.keys.replicaId) === 'active';
}

/** Also by a replica that is out: whether what it decided counts is for the log to say, and all have to see it. */
async function pushControl(run: Session): Promise<void> {
  if (!run.isOwn) return;
  for (const artifactClass of ['members', 'recovery'] as const) await republish(run, artifactClass, run.own);
  if (run.publishes) await tendGroup(run);
  await pushMembers(run);
  if (run.publishes) await pushRecovery(run);
}

async function pushSegments(run: Session): Promise<void> {
  await republish(run, 'ops', run.own);
  if (await run.store.isSuccessor()) await pullEverything(run);
  await pushOps(run);
}

/** Numbers of its own operations mean something else to others where its state is not its own: nothing can be built on them. */
async function pullEverything(run: Session): Promise<void> {
  if (!run.isOwn) return;
  if (!knowsRules(run)) {
    run.alerts.raise('needs_upgrade', run.members.state.mergeVersionBy);
    return;
  }
  if (await isNew(run)) await beginFromCheckpoint(run, null);
  const gaps = await pullOps(run);
  if (gaps.size > 0 && (await beginFromCheckpoint(run, gaps))) await pullOps(run);
  await compareWitnesses(run);
}

async function acknowledge(run: Session): Promise<void> {
  await republish(run, 'acks', run.own);
  await pushAck(run);
}

/** Last: nothing waits for it, and it reads all of the library. What it finds is said at once. */
async function checkpoint(run: Session): Promise<void> {
  await republish(run, 'snapshots', run.own);
  if (!knowsRules(run)) return;
  await verifyCheckpoints(run);
  // Whoever is alone reads it again.
  if (await makeCheckpoint(run)) await verifyCheckpoints(run);
  if (run.counts.checkpointsVerified > 0) await pushAck(run);
  await dropSuperseded(run, await knownAcks(run));
  for (const artifactClass of ['ops', 'snapshots'] as const) await removeForgotten(run, artifactClass, run.own);
}
