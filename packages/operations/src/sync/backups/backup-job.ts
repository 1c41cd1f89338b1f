import type { JobProgress } from '@notes/storage';
import { z } from 'zod';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { withReplica } from '../center/replica.js';
import { fetchBackup } from './fetch-backup.js';
import { makeBackup } from './make-backup.js';
import { isEncrypted } from './record.js';
import { openShelf } from './wire.js';

export const BACKUP_KIND = 'backup';

const parametersSchema = z.strictObject({ backup_id: z.string() });
export type BackupParameters = z.output<typeof parametersSchema>;

/**
 * Runs the job `backup`: makes or fetches the backup of a record. The size of the partial file is the progress of a
 * fetch.
 */
export function runBackup(job: JobRun): Promise<JobProgress> {
  const { library, now, signal } = job;
  const { backup_id } = parametersSchema.parse(job.parameters);
  const shelf = openShelf(library);
  const record = shelf.getExisting(backup_id);
  return withReplica(library, async (replica) => {
    if (record.origin === 'fetched') return await fetchBackup(job, { replica, shelf, record });
    const isThere = isEncrypted(record) && shelf.isComplete(backup_id);
    const { sealed } = isThere ? record : await makeBackup({ library, replica, shelf, now, signal }, record, null);
    return { phase: 'done', processed: sealed.size_bytes, total: sealed.size_bytes, summary: {} };
  });
}
