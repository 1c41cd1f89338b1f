import type { JobWork } from './run-job.js';

/** The work of each kind of job, loaded when one is first run. It reads with a schema what its row holds. */
const works: ReadonlyMap<string, () => Promise<JobWork>> = new Map([
  ['import', async () => (await import('../import/import-job.js')).runImport],
  ['purge', async () => (await import('../maintenance/purge-work.js')).runPurge],
  ['gc', async () => (await import('../maintenance/gc-work.js')).runGc],
  ['retention', async () => (await import('../maintenance/retention-work.js')).runRetention],
  ['sync-retention', async () => (await import('../sync/center/retention-work.js')).runSyncRetention],
  ['sync', async () => (await import('../sync/center/attempts.js')).runSyncAttempts],
  ['backup', async () => (await import('../sync/backups/backup-job.js')).runBackup],
  ['fix', async () => (await import('../fix/fix-work.js')).runFix],
]);

/** The kinds that work on the library as a whole: one job of them at a time, among all processes. */
const MAINTENANCE: ReadonlySet<string> = new Set([
  'import',
  'purge',
  'gc',
  'retention',
  'fix',
  'sync',
  'sync-retention',
]);

export const isMaintenance = (kind: string) => MAINTENANCE.has(kind);

export const isKnownKind = (kind: string) => works.has(kind);

/** The work of a kind that is known. */
export function workOf(kind: string): Promise<JobWork> {
  const load = works.get(kind);
  if (load === undefined) throw new Error('a job of a kind that is not known was taken up');
  return load();
}
