import type { JobWork } from './run-job.js';

/** Work of each kind of job, loaded at its first run. The work validates its row with a schema. */
const workLoaders: ReadonlyMap<string, () => Promise<JobWork>> = new Map([
  ['import', async () => (await import('../../exchange/import/run-import.js')).runImport],
  ['purge', async () => (await import('../../upkeep/maintenance/purge-work.js')).runPurge],
  ['gc', async () => (await import('../../upkeep/maintenance/gc-work.js')).runGc],
  ['retention', async () => (await import('../../upkeep/maintenance/retention-work.js')).runRetention],
  ['sync-retention', async () => (await import('../../sync/center/retention-work.js')).runSyncRetention],
  ['sync', async () => (await import('../../sync/center/attempts.js')).runSyncAttempts],
  ['backup', async () => (await import('../../sync/backups/backup-job.js')).runBackup],
  ['fix', async () => (await import('../../upkeep/fix/fix-work.js')).runFix],
]);

/** Kinds of job that run one at a time among all processes. */
export type Turn = 'maintenance' | 'sync';

/**
 * Turn of each kind. Maintenance and sync do not wait for each other: for sync, maintenance changes notes as a person
 * does.
 */
const TURNS: ReadonlyMap<string, Turn> = new Map([
  ...['import', 'purge', 'gc', 'retention', 'fix'].map((kind) => [kind, 'maintenance'] as const),
  ...['sync', 'sync-retention'].map((kind) => [kind, 'sync'] as const),
]);

/** Returns the turn of a kind; undefined when any number of its jobs run at once. */
export const turnFor = (kind: string): Turn | undefined => TURNS.get(kind);

export const isKnownKind = (kind: string) => workLoaders.has(kind);

/** Returns the work of a known kind. */
export function loadWork(kind: string): Promise<JobWork> {
  const load = workLoaders.get(kind);
  if (load === undefined) throw new Error(`Unknown kind of job: ${kind}`);
  return load();
}
