import type { JobProgress } from '@notes/storage';
import { type RunCounts, runSync } from '@notes/sync-protocol';
import { zlibCodec } from '@notes/sync-protocol/node';
import type { JobRun } from '../../jobs/job-run.js';
import { LibrarySyncStore } from '../library-store.js';
import { becomeReplica } from './become-replica.js';
import { enrol, groupOf } from './group.js';
import { letJoin } from './let-join.js';
import { asServiceError, type MeetingPlace, noPlace } from './place.js';
import { placesOf } from './places.js';
import { asReplica, pairingOf, type Replica } from './replica.js';

/** Job `sync`: exchanges with the other devices once. What was exchanged stays exchanged, so it needs no checkpoint. */
export function runSyncJob(job: JobRun): Promise<JobProgress> {
  const { library, now, signal } = job;
  return asReplica(library, async (replica) => {
    try {
      await becomeReplica(library, replica.keys.replicaId);
      const places = await placesOf(library, replica, { now, signal });
      if (places.length === 0) throw noPlace();
      const tallies: Tally[] = [];
      const failures: unknown[] = [];
      // One that is away keeps nobody from meeting at another.
      for (const place of places)
        await exchange(job, replica, place)
          .then((tally) => tallies.push(tally))
          .catch((error: unknown) => failures.push(error))
          .finally(place.close);
      signal.throwIfAborted();
      enrol(replica, await groupOf(replica, new LibrarySyncStore(library)));
      if (failures.length > 0) throw failures[0];
      return progressOf(tallies);
    } catch (error) {
      throw asServiceError(error);
    }
  });
}

/** What one exchange moved, and what else is said of it. */
interface Tally {
  readonly counts: Readonly<RunCounts>;
  readonly others: Readonly<Record<string, number>>;
}

async function exchange(job: JobRun, replica: Replica, { carrier, pairing, skewMs }: MeetingPlace): Promise<Tally> {
  const { library, now, signal } = job;
  signal.throwIfAborted();
  const { keys, crypto } = replica;
  const store = new LibrarySyncStore(library);
  const { carrierId } = await carrier.identity();
  const answers = pairing === null ? [] : await letJoin(pairingOf(library, replica, now, carrierId), pairing);
  const run = await runSync({ store, keys, carrier, crypto, codec: zlibCodec, now, signal });
  for (const { invitationId, box } of answers) await pairing?.put(invitationId, 'resp', box);
  const joined = answers.filter(({ isNew }) => isNew).length;
  const skew = skewMs();
  const clock = skew === null ? {} : { clock_skew_ms: skew };
  return {
    counts: run.counts,
    others: { joined, alerts: run.alerts.length, published: Number(run.published), ...clock },
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
  };
  for (const { others } of tallies)
    for (const [name, count] of Object.entries(others)) summary[name] = (summary[name] ?? 0) + count;
  return { phase: 'done', processed: moved, total: moved, summary };
}
