import { CarrierError, refuseForeignCarrier } from '../carrier/carrier.js';
import type { VersionVector } from '../log/operations.js';
import type { AuthorState } from '../log/succession.js';
import { compareWitnesses, knownAcks, pullAcks, pushAck } from './acks.js';
import type { Alert } from './alerts.js';
import { BlobIndex } from './blob-index.js';
import { bootstrapFromCheckpoint, isNewLibrary } from './bootstrap.js';
import { createLocalCipher } from './chunks.js';
import { Alerts, type RunContext } from './context.js';
import { fetchBlobs } from './fetch-blobs.js';
import { dropSuperseded, makeCheckpoint } from './make-checkpoint.js';
import { maintainGroup, pushMembers, readMembership } from './members.js';
import { supportsMergeVersion } from './merge-versions.js';
import { copyMissingControl } from './missing-control.js';
import { isOwnState, listOwnNamespace, type OwnListing, removeDropped, republish } from './own-namespace.js';
import { pullMembers } from './pull-members.js';
import { pullOps } from './pull-ops.js';
import { lacksBlobs, pushBlobs } from './push-blobs.js';
import { pushOps } from './push-ops.js';
import { pushRecovery } from './push-recovery.js';
import { readBackOwn } from './read-back.js';
import { createCounts, type RunCounts, type RunOptions, type RunPhase } from './run-options.js';
import { findAwaited, findSharedState } from './shared-state.js';
import { verifyCheckpoints } from './verify-checkpoints.js';
import { isHoldingBack } from './waiting.js';

/** Result of {@link runSync}. */
export interface RunReport {
  readonly carrierId: string;
  /** False when this replica may not publish: it is no member, or its library is behind what it has published. */
  readonly published: boolean;
  /**
   * Last state of the log that other replicas share, when the library is not the one published under its id, or writes
   * the log of another replica. Later operations must be re-authored under another id (`reauthor`). Null when all is
   * well, or the state cannot be determined.
   */
  readonly diverged: AuthorState | null;
  /**
   * Operations that the library must have before it publishes any under its new id: those it had acknowledged, and that
   * others may have pruned. Empty while `diverged` is null.
   */
  readonly awaited: VersionVector;
  /** True when the checkpoint of `acceptCheckpoint` was applied. */
  readonly accepted: boolean;
  readonly counts: Readonly<RunCounts>;
  /** Conditions that need a person's attention; also kept in the store. */
  readonly alerts: readonly Alert[];
}

/**
 * Synchronises a library with a carrier once. All work is stored artifact by artifact, so a run that fails or is
 * stopped resumes when the next one starts. A missing artifact never implies a deletion.
 *
 * @throws CarrierError when the carrier cannot be reached, misbehaves or is another one at the end; `refused` when it
 *   belongs to another library. The reason of `signal` when it was aborted.
 */
export async function runSync(options: RunOptions): Promise<RunReport> {
  const run = await startRun(options);
  const isWhole = options.kind !== 'resources';
  for (const [phase, work] of PHASES) {
    if (!isWhole && !RESOURCE_PHASES.has(phase)) continue;
    run.signal?.throwIfAborted();
    run.phase = phase;
    run.reportProgress();
    await work(run);
  }
  const alerts = run.alerts.list();
  if (alerts.length > 0) await confirmCarrier(run);
  if (isWhole) await run.store.setAlerts(run.carrierId, alerts);
  run.progress?.('done', { ...run.counts });
  const { carrierId, accepted, canPublish: published, diverged, awaited, counts } = run;
  return { carrierId, accepted, published, diverged, awaited, counts, alerts };
}

/**
 * Rejects the findings of a run whose carrier is no longer there: a disk that was disconnected during the run looks like
 * one that has lost all artifacts.
 *
 * @throws CarrierError as `Carrier.identity`, but `unreachable` when no carrier or another one is in its place
 */
async function confirmCarrier({ carrier, carrierId }: RunSession): Promise<void> {
  const identity = await carrier.identity().catch((error: unknown) => {
    if (error instanceof CarrierError && error.code === 'not_a_carrier')
      throw new CarrierError('unreachable', error.message, { cause: error });
    throw error;
  });
  if (identity.carrierId !== carrierId)
    throw new CarrierError(
      'unreachable',
      'Another sync folder or service replaced this one during the sync. Sync again.',
    );
}

/** Creates the state of a run and connects to the carrier. */
export async function startRun(options: RunOptions): Promise<RunSession> {
  const { carrier, store, keys, crypto, codec, cipher = createLocalCipher(crypto, codec) } = options;
  options.progress?.('handshake', createCounts());
  const identity = await carrier.identity();
  refuseForeignCarrier(identity, keys.databaseId);
  const { carrierId } = identity;
  const counts = createCounts();
  // Options come last, because engines add members slowly to an object that was spread; `cipher` replaces an undefined one.
  const run: RunSession = {
    carrierId,
    counts,
    phase: 'handshake',
    reportProgress: () => options.progress?.(run.phase, { ...counts }),
    alerts: new Alerts(),
    seen: new Map(await store.readSeen(carrierId)),
    members: await readMembership(options),
    accepted: false,
    canPublish: false,
    blobs: new BlobIndex(options),
    knownCheckpoints: new Map(),
    own: new Map(),
    isOwn: false,
    diverged: null,
    awaited: {},
    ...options,
    cipher,
  };
  return run;
}

/** A run, with the results that its phases pass on. */
export interface RunSession extends RunContext {
  own: OwnListing;
  /** True when the library is the one this replica has published from. */
  isOwn: boolean;
  diverged: AuthorState | null;
  awaited: VersionVector;
}

/** Phases needed to fetch attachments. */
const RESOURCE_PHASES: ReadonlySet<RunPhase> = new Set(['pull_members', 'fetch_blobs']);

const whenPublishing = (work: (run: RunSession) => Promise<void>) => async (run: RunSession) => {
  if (run.canPublish) await work(run);
};

const PHASES: readonly (readonly [RunPhase, (run: RunSession) => Promise<void>])[] = [
  ['pull_members', pullGroupState],
  ['push_members', pushControl],
  ['push_text_blobs', whenPublishing((run) => pushBlobs(run, 'text'))],
  ['push_ops', whenPublishing(pushSegments)],
  ['pull_ops', pullOperations],
  ['push_blobs', whenPublishing((run) => pushBlobs(run, 'resource'))],
  ['ack', whenPublishing(acknowledge)],
  ['fetch_blobs', fetchBlobs],
  ['snapshot', whenPublishing(exchangeCheckpoints)],
];

/** Reads the members of the group and what the carrier has of this replica, and decides whether it may publish. */
export async function pullGroupState(run: RunSession): Promise<void> {
  await pullMembers(run);
  // Acknowledgements are pulled before anything is published. They show what other members have of this replica, and
  // what still counts of removed replicas.
  await pullAcks(run);
  run.own = await listOwnNamespace(run);
  // If artifacts are missing, blobs may be missing too. They are checked first, because operations that name them
  // follow.
  if ([...run.own.values()].some(({ isComplete }) => !isComplete) || (await lacksBlobs(run)))
    await run.store.clearPublishedBlobs(run.carrierId);
  run.isOwn = await isOwnState(run, run.own);
  if (!run.isOwn) {
    run.alerts.raise('replica_rolled_back', (await run.store.replica()) ?? run.keys.replicaId);
    run.diverged = await findSharedState(run);
    run.awaited = await findAwaited(run);
  }
  run.canPublish = run.isOwn && run.members.getStatus(run.keys.replicaId) === 'active';
}

/**
 * Publishes control operations, also from a removed replica: the log decides whether they count, and all members have
 * to see them.
 */
async function pushControl(run: RunSession): Promise<void> {
  if (!run.isOwn) return;
  run.own = await readBackOwn(run, run.own);
  for (const artifactClass of ['members', 'recovery'] as const) await republish(run, artifactClass, run.own);
  if (run.canPublish) await maintainGroup(run);
  if (run.canPublish) await copyMissingControl(run);
  await pushMembers(run);
  if (run.canPublish) await pushRecovery(run);
}

async function pushSegments(run: RunSession): Promise<void> {
  await republish(run, 'ops', run.own);
  if ((await run.store.isSuccessor()) || (await run.store.readWait()) !== null) await pullOperations(run);
  if (!(await isHoldingBack(run))) await pushOps(run);
}

/**
 * Applies operations of other replicas, unless the own state diverged: then other replicas use its sequence numbers for
 * different operations.
 */
async function pullOperations(run: RunSession): Promise<void> {
  if (!run.isOwn) return;
  if (!supportsMergeVersion(run)) {
    run.alerts.raise('needs_upgrade', run.members.state.mergeVersionBy);
    return;
  }
  if (await isNewLibrary(run)) await bootstrapFromCheckpoint(run, null);
  const gaps = await pullOps(run);
  if (gaps.size > 0 && (await bootstrapFromCheckpoint(run, gaps))) await pullOps(run);
  await compareWitnesses(run);
}

async function acknowledge(run: RunSession): Promise<void> {
  await republish(run, 'acks', run.own);
  await removeDropped(run, 'acks', run.own);
  // An acknowledgement states the library with all own operations, and those that are held back still change.
  const holdsBack = (await isHoldingBack(run)) && (await hasUnpublished(run));
  if (holdsBack) run.alerts.raise('waiting', run.keys.replicaId);
  else await pushAck(run);
}

async function hasUnpublished({ store, keys: { replicaId } }: RunSession): Promise<boolean> {
  const published = (await store.authors()).get(replicaId)?.seq ?? 0;
  return ((await store.versions())[replicaId] ?? 0) > published;
}

/**
 * Verifies and makes checkpoints. This phase is last, because nothing waits for it and it reads the whole library. It
 * acknowledges its findings at once.
 */
async function exchangeCheckpoints(run: RunSession): Promise<void> {
  await republish(run, 'snapshots', run.own);
  if (!supportsMergeVersion(run) || (await isHoldingBack(run))) return;
  await verifyCheckpoints(run);
  // A sole member verifies its own checkpoint.
  if (await makeCheckpoint(run)) await verifyCheckpoints(run);
  if (run.counts.checkpointsVerified > 0) await pushAck(run);
  await dropSuperseded(run, await knownAcks(run));
  for (const artifactClass of ['ops', 'snapshots'] as const) await removeDropped(run, artifactClass, run.own);
}
