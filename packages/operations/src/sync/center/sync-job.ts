import type { JobProgress } from '@notes/storage';
import { type FetchedAttachments, LibrarySyncStore, toBlobRef } from '@notes/storage/sync';
import type { Carrier } from '@notes/sync-protocol/carrier';
import { zlibCodec } from '@notes/sync-protocol/node';
import {
  type RunCounts,
  type RunOptions,
  type RunPhase,
  type RunReport,
  runSync,
  verifyCarrier,
} from '@notes/sync-protocol/run';
import type { Library } from '../../platform/context.js';
import { SafeMessageError } from '../../platform/jobs/fault.js';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { createSealer } from '../sealing/sealer.js';
import { admitReplicas, hasRequests } from './admit-replicas.js';
import { readAlerts } from './alerts.js';
import { becomeReplica } from './become-replica.js';
import { ByteLimit } from './bounded-carrier.js';
import { continueAsNewReplica, type Divergence } from './continue-as-new-replica.js';
import { enrol, loadGroup, refuseRemoved } from './group.js';
import { needsCheckpoint, recordCheckpoint } from './new-target.js';
import { recordEnrolment } from './not-enrolled.js';
import { createPairing, type Replica, withReplica } from './replica.js';
import { requireOrder, type SyncOrder } from './sync-order.js';
import { asServiceError, type SyncTarget } from './sync-target.js';
import { listTargets } from './targets.js';

/** Runs the job `sync`: one exchange with the other devices. Exchanged data stays, so the job needs no checkpoint. */
export function runSyncJob(job: JobRun): Promise<JobProgress> {
  const { library, now } = job;
  return withReplica(library, async (replica) => {
    try {
      const order = requireOrder(job);
      const store = new LibrarySyncStore(library, selectAttachments(library, order));
      await becomeReplica(library, replica.keys.replicaId);
      // Completes pending state even where no target admits this device any more or none exists.
      await store.materializePending();
      const first = await exchangeAtTargets({ job, order }, replica, store);
      const next = first.diverged && (await continueAsNewReplica(library, replica, store, first.diverged, now));
      const last = next ? await exchangeAtTargets({ job, order }, next, store) : first;
      const { tallies, failures, accepted } = last;
      const member = next ?? replica;
      const group = await loadGroup(member, store);
      enrol(replica, group);
      await recordEnrolment(library, member.keys.replicaId, failures);
      if (failures.length > 0) throw failures[0];
      await removeFormerAlerts(library, last);
      refuseRemoved(member, group);
      if (order.accept_checkpoint !== undefined && !accepted) throw noSuchCheckpointError();
      const { summary, ...progress } = sumProgress(tallies);
      return { ...progress, summary: { ...summary, alerts: readAlerts(library, member.keys, group.state).length } };
    } catch (error) {
      throw asServiceError(error);
    }
  });
}

const noSuchCheckpointError = () =>
  new SafeMessageError(
    'conflict',
    'accept_checkpoint: no checkpoint with this digest is waiting to be accepted. Everything else was synced. Run `notes sync status` to see the waiting checkpoint and its device',
  );

/** Results of one exchange. */
interface Tally {
  readonly counts: Readonly<Partial<RunCounts>>;
  readonly others: Readonly<Record<string, number>>;
}

interface ExchangeResult {
  readonly tallies: Tally[];
  /** Errors of the targets that failed. An unavailable target does not prevent an exchange at another. */
  readonly failures: unknown[];
  /** Ids of the carriers that were visited. */
  readonly carrierIds: string[];
  /** See `RunReport`. After a divergence no other target is visited. */
  diverged: Divergence | null;
  /** True when any target accepted the requested checkpoint. */
  accepted: boolean;
}

/** A job and its order. */
interface OrderedJob {
  readonly job: JobRun;
  readonly order: SyncOrder;
}

function selectAttachments({ store }: Library, { kind, resource_ids, all_attachments }: SyncOrder): FetchedAttachments {
  if (kind !== 'resources' || resource_ids === undefined) return { withOnRequest: all_attachments === true };
  const only = store.read(({ resources }) => new Set(resource_ids.flatMap((id) => resources.get(id)?.sha256 ?? [])));
  return { only };
}

/** Exchanges at each target. */
async function exchangeAtTargets(
  { job, order }: OrderedJob,
  replica: Replica,
  store: LibrarySyncStore,
): Promise<ExchangeResult> {
  const { library, now, signal } = job;
  const visit: ExchangeResult = { tallies: [], failures: [], diverged: null, accepted: false, carrierIds: [] };
  const allowance = new ByteLimit(job);
  for (const open of listTargets(library, replica, { now, signal })) {
    if (visit.diverged !== null) break;
    let place: SyncTarget | null = null;
    try {
      place = await open();
      if (place !== null) {
        const carrier = allowance.limitCarrier(place.carrier);
        const work = order.kind === 'verify' ? verify : exchange;
        const carrierId = await work({ job, order }, replica, store, { ...place, carrier }, visit);
        visit.carrierIds.push(carrierId);
        await recordContact(library, place, carrierId);
      }
    } catch (error) {
      visit.failures.push(error);
    } finally {
      place?.close();
    }
    signal.throwIfAborted();
  }
  return visit;
}

/** Exchanges at one target and returns its id. */
async function exchange(
  { job, order }: OrderedJob,
  replica: Replica,
  store: LibrarySyncStore,
  { carrier, pairing: boxes }: SyncTarget,
  visit: ExchangeResult,
): Promise<string> {
  const { library, now } = job;
  const kind = order.kind === 'resources' ? 'resources' : 'whole';
  const pairing = kind === 'whole' ? boxes : null;
  const { carrierId } = await carrier.identity();
  const { accept_checkpoint: acceptCheckpoint } = order;
  const { replicaId } = replica.keys;
  const isIncomplete = kind === 'whole' && (await needsCheckpoint(store, carrierId, replicaId));
  const options = {
    ...toRunOptions(job, replica, store, carrier),
    kind,
    snapshot: order.kind === 'snapshot' || isIncomplete,
    ...(acceptCheckpoint !== undefined && { acceptCheckpoint }),
  } satisfies RunOptions;
  const admission = createPairing(library, replica, now, carrierId);
  // A library that was restored learns so in a run. It must not answer before, since it cannot tell what a new replica
  // has to wait for.
  if (pairing !== null && (await hasRequests(admission, pairing))) {
    const before = await runSync(options);
    visit.tallies.push({ counts: before.counts, others: {} });
    visit.accepted ||= before.accepted;
    visit.diverged = toDivergence(before);
    if (visit.diverged !== null) return carrierId;
  }
  const answers = pairing === null ? [] : await admitReplicas(admission, pairing);
  const run = await runSync(options);
  if (isIncomplete) await recordCheckpoint(store, run, replicaId);
  // The admissions have to be published before the admitted replicas are answered.
  if (run.published) for (const { invitationId, box } of answers) await pairing?.put(invitationId, 'resp', box);
  visit.diverged = toDivergence(run);
  visit.accepted ||= run.accepted;
  const joined = answers.filter(({ isNew }) => isNew).length;
  visit.tallies.push({ counts: run.counts, others: { joined, published: Number(run.published) } });
  return carrierId;
}

const toDivergence = ({ diverged, awaited }: RunReport): Divergence | null => diverged && { shared: diverged, awaited };

/**
 * Reads back all artifacts at a target and repairs them from here. Records the attachments that are completely stored
 * there. Returns the id of the target.
 */
async function verify(
  { job }: OrderedJob,
  replica: Replica,
  store: LibrarySyncStore,
  { carrier }: SyncTarget,
  visit: ExchangeResult,
): Promise<string> {
  const { library, now } = job;
  const check = await verifyCarrier(toRunOptions(job, replica, store, carrier));
  await library.store.write(({ sync }) => {
    const whole = sync.contents.listReferenced().filter((content) => check.holds(toBlobRef(content)));
    sync.contents.setVerified(
      check.carrierId,
      whole.map(({ sha256 }) => sha256),
      now(),
    );
  });
  const { sound, bytesIn, bytesOut, damaged, setAside, missing, repaired, unread } = check;
  const others = { sound, damaged: damaged.length, set_aside: setAside.length, missing, repaired, unread };
  visit.tallies.push({ counts: { bytesIn, bytesOut }, others });
  return check.carrierId;
}

function toRunOptions(job: JobRun, { keys, crypto }: Replica, store: LibrarySyncStore, carrier: Carrier): RunOptions {
  const { now, signal } = job;
  const sealed = { crypto, codec: zlibCodec, cipher: createSealer(crypto, zlibCodec) };
  return { store, keys, carrier, ...sealed, now, signal, progress: createProgressReporter(job) };
}

/** Records the observed clock and carrier id of a service, so that no further request is needed for them. */
async function recordContact({ store, config }: Library, { clock }: SyncTarget, carrierId: string): Promise<void> {
  const seen = clock();
  if (seen === null) return;
  await store.write(({ sync, meta }) => {
    sync.exchange.setClock(seen.replicaId, seen.skewMs);
    meta.set('sync_met', JSON.stringify({ base_url: config['sync.rest_peer.base_url'], carrier_id: carrierId }));
  });
}

/** Removes the alerts of targets at which this device no longer exchanges: nobody can resolve them. */
async function removeFormerAlerts({ store }: Library, { carrierIds, diverged }: ExchangeResult): Promise<void> {
  if (carrierIds.length === 0 || diverged !== null) return;
  await store.write(({ sync }) => sync.exchange.keepAlerts(carrierIds));
}

const REPORT_INTERVAL_MS = 1_000;

/** Reports the progress of a run from time to time, and so learns of a request to stop. */
function createProgressReporter(job: JobRun): (phase: RunPhase, counts: Readonly<RunCounts>) => void {
  let last = performance.now();
  return (phase, counts) => {
    if (phase === 'done' || performance.now() - last < REPORT_INTERVAL_MS) return;
    last = performance.now();
    const { processed, summary } = sumProgress([{ counts, others: {} }]);
    job.save({ phase, processed, total: null, summary }).catch(() => {});
  };
}

function sumProgress(tallies: readonly Tally[]): JobProgress {
  const sum = (name: keyof RunCounts) => tallies.reduce((all, { counts }) => all + (counts[name] ?? 0), 0);
  const read = tallies.reduce((all, { others }) => all + (others.sound ?? 0) + (others.damaged ?? 0), 0);
  const moved = sum('segmentsIn') + sum('segmentsOut') + sum('blobsIn') + sum('blobsOut') + read;
  const summary: Record<string, number> = {
    operations_sent: sum('operationsOut'),
    operations_received: sum('operationsIn'),
    blobs_sent: sum('blobsOut'),
    blobs_received: sum('blobsIn'),
    bytes_sent: sum('bytesOut'),
    bytes_received: sum('bytesIn'),
    checkpoints_sent: sum('checkpointsOut'),
    checkpoints_verified: sum('checkpointsVerified'),
  };
  for (const { others } of tallies)
    for (const [name, count] of Object.entries(others)) summary[name] = (summary[name] ?? 0) + count;
  return { phase: 'done', processed: moved, total: moved, summary };
}
