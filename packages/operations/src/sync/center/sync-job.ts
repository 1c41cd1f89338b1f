import type { JobProgress } from '@notes/storage';
import { type RunCounts, runSync } from '@notes/sync-protocol';
import { zlibCodec } from '@notes/sync-protocol/node';
import type { JobRun } from '../../jobs/job-run.js';
import { LibrarySyncStore } from '../library-store.js';
import { becomeReplica } from './become-replica.js';
import { enrol, groupOf } from './group.js';
import { letJoin } from './let-join.js';
import { asServiceError, meetingPlace } from './place.js';
import { asReplica, pairingOf } from './replica.js';

/** Job `sync`: exchanges with the other devices once. What was exchanged stays exchanged, so it needs no checkpoint. */
export function runSyncJob(job: JobRun): Promise<JobProgress> {
  const { library, now, signal } = job;
  return asReplica(library, async (replica) => {
    try {
      const { keys, crypto } = replica;
      const { databaseId, replicaId } = keys;
      await becomeReplica(library, replicaId);
      const { carrier, pairing } = await meetingPlace(library.config, { replicaId, databaseId });
      const store = new LibrarySyncStore(library);
      const { carrierId } = await carrier.identity();
      const answers = await letJoin(pairingOf(library, replica, now, carrierId), pairing);
      const run = await runSync({ store, keys, carrier, crypto, codec: zlibCodec, now, signal });
      for (const { invitationId, box } of answers) await pairing.put(invitationId, 'resp', box);
      enrol(replica, await groupOf(replica, store));
      const joined = answers.filter(({ isNew }) => isNew).length;
      return progressOf(run.counts, { joined, alerts: run.alerts.length, published: Number(run.published) });
    } catch (error) {
      throw asServiceError(error);
    }
  });
}

function progressOf(counts: Readonly<RunCounts>, others: Record<string, number>): JobProgress {
  const moved = counts.segmentsIn + counts.segmentsOut + counts.blobsIn + counts.blobsOut;
  const summary = {
    operations_sent: counts.operationsOut,
    operations_received: counts.operationsIn,
    blobs_sent: counts.blobsOut,
    blobs_received: counts.blobsIn,
    bytes_sent: counts.bytesOut,
    bytes_received: counts.bytesIn,
    ...others,
  };
  return { phase: 'done', processed: moved, total: moved, summary };
}
