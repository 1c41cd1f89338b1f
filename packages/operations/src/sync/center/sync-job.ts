import type { JobProgress } from '@notes/storage';
import { type AuthorState, type RunCounts, type RunPhase, runSync } from '@notes/sync-protocol';
import { zlibCodec } from '@notes/sync-protocol/node';
import { z } from 'zod';
import type { JobRun } from '../../jobs/job-run.js';
import { readStored } from '../../jobs/stored.js';
import { LibrarySyncStore } from '../library-store.js';
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

/** Job `sync`: exchanges with the other devices once. What was exchanged stays exchanged, so it needs no checkpoint. */
export function runSyncJob(job: JobRun): Promise<JobProgress> {
  const { library, now } = job;
  return asReplica(library, async (replica) => {
    try {
      const store = new LibrarySyncStore(library);
      await becomeReplica(library, replica.keys.replicaId);
      const first = await visit(job, replica, store);
      const next = first.diverged && (await goOnAsAnother(library, replica, store, first.diverged, now));
      const { tallies, failures } = next ? await visit(job, next, store) : first;
      const member = next ?? replica;
      const group = await groupOf(member, store);
      enrol(replica, group);
      await noteEnrolment(library, member.keys.replicaId, failures);
      if (failures.length > 0) throw failures[0];
      refuseRemoved(member, group);
      const { summary, ...progress } = progressOf(tallies);
      return { ...progress, summary: { ...summary, alerts: alertsNow(library, member.keys, group.state).length } };
    } catch (error) {
      throw asServiceError(error);
    }
  });
}

/** What the row of such a job says. */
const storedSync = z.looseObject({ kind: z.string().optional() });

/** What one exchange moved, and what else is said of it. */
interface Tally {
  readonly counts: Readonly<RunCounts>;
  readonly others: Readonly<Record<string, number>>;
}

interface Visit {
  readonly tallies: Tally[];
  /** One that is away keeps nobody from meeting at another. */
  readonly failures: unknown[];
  /** What `RunReport` says of it; nothing else was visited then. */
  diverged: AuthorState | null;
}

/** Exchanges at each place there is. */
async function visit(job: JobRun, replica: Replica, store: LibrarySyncStore): Promise<Visit> {
  const { library, now, signal } = job;
  const visit: Visit = { tallies: [], failures: [], diverged: null };
  const allowance = new Allowance(job);
  for (const open of placesOf(library, replica, { now, signal })) {
    if (visit.diverged !== null) break;
    let place: MeetingPlace | null = null;
    try {
      place = await open();
      if (place !== null) {
        const carrier = allowance.over(place.carrier);
        await exchange(job, replica, store, { ...place, carrier }, visit);
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

async function exchange(
  job: JobRun,
  replica: Replica,
  store: LibrarySyncStore,
  { carrier, pairing, skewMs }: MeetingPlace,
  visit: Visit,
): Promise<void> {
  const { library, now, signal, parameters } = job;
  const { keys, crypto } = replica;
  const snapshot = readStored(storedSync, parameters).kind === 'snapshot';
  const { carrierId } = await carrier.identity();
  const answers = pairing === null ? [] : await letJoin(pairingOf(library, replica, now, carrierId), pairing);
  const progress = tellOf(job);
  const sealed = { crypto, codec: zlibCodec, sealer: sealerBeside(crypto, zlibCodec) };
  const run = await runSync({ store, keys, carrier, ...sealed, now, signal, snapshot, progress });
  // That they were let in has to be there before they are told.
  if (run.published) for (const { invitationId, box } of answers) await pairing?.put(invitationId, 'resp', box);
  visit.diverged = run.diverged;
  const joined = answers.filter(({ isNew }) => isNew).length;
  const skew = skewMs();
  const clock = skew === null ? {} : { clock_skew_ms: skew };
  visit.tallies.push({
    counts: run.counts,
    others: { joined, published: Number(run.published), ...clock },
  });
}

const TELL_MS = 1_000;

/** Says where a run is, now and then; that the job is to stop is heard with it. */
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
  const sum = (name: keyof RunCounts) => tallies.reduce((all, { counts }) => all + counts[name], 0);
  const moved = sum('segmentsIn') + sum('segmentsOut') + sum('blobsIn') + sum('blobsOut');
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
