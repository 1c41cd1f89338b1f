import type { JobProgress } from '@notes/storage';
import { z } from 'zod';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { asReplica } from '../center/replica.js';
import { fetchBackup } from './fetch-backup.js';
import { makeBackup } from './make-backup.js';
import { isSealed } from './record.js';
import { shelfOf } from './wire.js';

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
  const shelf = shelfOf(library);
  const record = shelf.existing(backup_id);
  return asReplica(library, async (replica) => {
    if (record.origin === 'fetched') return await fetchBackup(job, { replica, shelf, record });
    const isThere = isSealed(record) && shelf.isWhole(backup_id);
    const { sealed } = isThere ? record : await makeBackup({ library, replica, shelf, now, signal }, record, null);
    return { phase: 'done', processed: sealed.size_bytes, total: sealed.size_bytes, summary: {} };
  });
}
