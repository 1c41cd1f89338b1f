import type { JobProgress } from '@notes/storage';
import {
  type AuthorState,
  type Carrier,
  type RunCounts,
  type RunOptions,
  type RunPhase,
  runSync,
  verifyCarrier,
} from '@notes/sync-protocol';
import { zlibCodec } from '@notes/sync-protocol/node';
import type { Library } from '../../platform/context.js';
import { TellableError } from '../../platform/jobs/fault.js';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { blobRef, LibrarySyncStore } from '../library-store.js';
import { sealerBeside } from '../sealing/sealer.js';
import { alertsNow } from './alerts.js';
import { becomeReplica } from './become-replica.js';
import { Allowance } from './bounded-carrier.js';
import { goOnAsAnother } from './go-on.js';
import { enrol, groupOf } from './group.js';
import { letJoin } from './let-join.js';
import { noteEnrolment } from './not-enrolled.js';
import { asServiceError, type MeetingPlace } from './place.js';
import { placesOf } from './places.js';
import { asReplica, pairingOf, type Replica, refuseRemoved } from './replica.js';
import { orderToRun, type SyncOrder } from './sync-order.js';

/** Runs the job `sync`: one exchange with the other devices. Exchanged data stays, so the job needs no checkpoint. */
export function runSyncJob(job: JobRun): Promise<JobProgress> {
  const { library, now } = job;
  return asReplica(library, async (replica) => {
    try {
      const order = orderToRun(job);
      const store = new LibrarySyncStore(library, bytesOf(library, order));
      await becomeReplica(library, replica.keys.replicaId);
      // Completes pending state even where no target admits this device any more or none exists.
      await store.settleLeft();
      const first = await visit({ job, order }, replica, store);
      const next = first.diverged && (await goOnAsAnother(library, replica, store, first.diverged, now));
      const last = next ? await visit({ job, order }, next, store) : first;
      const { tallies, failures, accepted } = last;
      const member = next ?? replica;
      const group = await groupOf(member, store);
      enrol(replica, group);
      await noteEnrolment(library, member.keys.replicaId, failures);
      if (failures.length > 0) throw failures[0];
      await forgetFormerPlaces(library, last);
      refuseRemoved(member, group);
      if (order.accept_checkpoint !== undefined && !accepted) throw noSuchCheckpoint();
      const { summary, ...progress } = progressOf(tallies);
      return { ...progress, summary: { ...summary, alerts: alertsNow(library, member.keys, group.state).length } };
    } catch (error) {
      throw asServiceError(error);
    }
  });
}

const noSuchCheckpoint = () =>
  new TellableError(
    'conflict',
    'accept_checkpoint: no checkpoint with this digest is waiting to be accepted. Everything else was synced. Run `notes sync status` to see the waiting checkpoint and its device',
  );

/** Results of one exchange. */
interface Tally {
  readonly counts: Readonly<Partial<RunCounts>>;
  readonly others: Readonly<Record<string, number>>;
}

interface Visit {
  readonly tallies: Tally[];
  /** Errors of the targets that failed. An unavailable target does not prevent an exchange at another. */
  readonly failures: unknown[];
  /** Ids of the carriers that were visited. */
  readonly carrierIds: string[];
  /** See `RunReport`. After a divergence no other target is visited. */
  diverged: AuthorState | null;
  /** True when any target accepted the requested checkpoint. */
  accepted: boolean;
}

/** A job and its order. */
interface Ordered {
  readonly job: JobRun;
  readonly order: SyncOrder;
}

/** Returns the SHA-256 digests of the only attachments to fetch; undefined without such a restriction. */
function bytesOf({ store }: Library, { kind, resource_ids }: SyncOrder): ReadonlySet<string> | undefined {
  if (kind !== 'resources' || resource_ids === undefined) return undefined;
  return store.read(({ resources }) => new Set(resource_ids.flatMap((id) => resources.get(id)?.sha256 ?? [])));
}

/** Exchanges at each target. */
async function visit({ job, order }: Ordered, replica: Replica, store: LibrarySyncStore): Promise<Visit> {
  const { library, now, signal } = job;
  const visit: Visit = { tallies: [], failures: [], diverged: null, accepted: false, carrierIds: [] };
  const allowance = new Allowance(job);
  for (const open of placesOf(library, replica, { now, signal })) {
    if (visit.diverged !== null) break;
    let place: MeetingPlace | null = null;
    try {
      place = await open();
      if (place !== null) {
        const carrier = allowance.over(place.carrier);
        const work = order.kind === 'verify' ? verify : exchange;
        const carrierId = await work({ job, order }, replica, store, { ...place, carrier }, visit);
        visit.carrierIds.push(carrierId);
        await noteMeeting(library, place, carrierId);
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
  { job, order }: Ordered,
  replica: Replica,
  store: LibrarySyncStore,
  { carrier, pairing: boxes }: MeetingPlace,
  visit: Visit,
): Promise<string> {
  const { library, now } = job;
  const kind = order.kind === 'resources' ? 'resources' : 'whole';
  const pairing = kind === 'whole' ? boxes : null;
  const { carrierId } = await carrier.identity();
  const answers = pairing === null ? [] : await letJoin(pairingOf(library, replica, now, carrierId), pairing);
  const { accept_checkpoint: acceptCheckpoint } = order;
  const run = await runSync({
    ...optionsOf(job, replica, store, carrier),
    kind,
    snapshot: order.kind === 'snapshot',
    ...(acceptCheckpoint !== undefined && { acceptCheckpoint }),
  });
  // The admissions have to be published before the admitted replicas are answered.
  if (run.published) for (const { invitationId, box } of answers) await pairing?.put(invitationId, 'resp', box);
  visit.diverged = run.diverged;
  visit.accepted ||= run.accepted;
  const joined = answers.filter(({ isNew }) => isNew).length;
  visit.tallies.push({ counts: run.counts, others: { joined, published: Number(run.published) } });
  return carrierId;
}

/**
 * Reads back all artifacts at a target and repairs them from here. Records the attachments that are completely stored
 * there. Returns the id of the target.
 */
async function verify(
  { job }: Ordered,
  replica: Replica,
  store: LibrarySyncStore,
  { carrier }: MeetingPlace,
  visit: Visit,
): Promise<string> {
  const { library, now } = job;
  const check = await verifyCarrier(optionsOf(job, replica, store, carrier));
  await library.store.write(({ sync }) => {
    const whole = sync.contents.named().filter((content) => check.holds(blobRef(content)));
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

function optionsOf(job: JobRun, { keys, crypto }: Replica, store: LibrarySyncStore, carrier: Carrier): RunOptions {
  const { now, signal } = job;
  const sealed = { crypto, codec: zlibCodec, sealer: sealerBeside(crypto, zlibCodec) };
  return { store, keys, carrier, ...sealed, now, signal, progress: tellOf(job) };
}

/** Records the observed clock and carrier id of a service, so that no further request is needed for them. */
async function noteMeeting({ store, config }: Library, { clock }: MeetingPlace, carrierId: string): Promise<void> {
  const seen = clock();
  if (seen === null) return;
  await store.write(({ sync, meta }) => {
    sync.exchange.setClock(seen.replicaId, seen.skewMs);
    meta.set('sync_met', JSON.stringify({ base_url: config['sync.rest_peer.base_url'], carrier_id: carrierId }));
  });
}

/** Removes the alerts of targets at which this device no longer exchanges: nobody can resolve them. */
async function forgetFormerPlaces({ store }: Library, { carrierIds, diverged }: Visit): Promise<void> {
  if (carrierIds.length === 0 || diverged !== null) return;
  await store.write(({ sync }) => sync.exchange.keepAlertsOf(carrierIds));
}

const TELL_MS = 1_000;

/** Reports the progress of a run from time to time, and so learns of a request to stop. */
function tellOf(job: JobRun): (phase: RunPhase, counts: Readonly<RunCounts>) => void {
  let last = performance.now();
  return (phase, counts) => {
    if (phase === 'done' || performance.now() - last < TELL_MS) return;
    last = performance.now();
    const { processed, summary } = progressOf([{ counts, others: {} }]);
    job.save({ phase, processed, total: null, summary }).catch(() => {});
  };
}

function progressOf(tallies: readonly Tally[]): JobProgress {
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
