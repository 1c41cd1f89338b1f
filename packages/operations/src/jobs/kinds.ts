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

/** Kinds that take turns with one another, among all processes. */
export type Turn = 'maintenance' | 'sync';

/** What is done to notes while a device exchanges is to it as what a person does: neither waits for the other. */
const TURNS: ReadonlyMap<string, Turn> = new Map([
  ...['import', 'purge', 'gc', 'retention', 'fix'].map((kind) => [kind, 'maintenance'] as const),
  ...['sync', 'sync-retention'].map((kind) => [kind, 'sync'] as const),
]);

/** Undefined for a kind of which any number run at once. */
export const turnOf = (kind: string): Turn | undefined => TURNS.get(kind);

export const isKnownKind = (kind: string) => works.has(kind);

/** The work of a kind that is known. */
export function workOf(kind: string): Promise<JobWork> {
  const load = works.get(kind);
  if (load === undefined) throw new Error('a job of a kind that is not known was taken up');
  return load();
}
