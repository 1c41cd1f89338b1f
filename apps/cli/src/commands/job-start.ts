import type { OperationName } from '@notes/contract';
import type { CommandAlias } from '../program.js';

/** Operations that start a job, by the kind of that job. */
const STARTERS = {
  import: 'importFolder',
  purge: 'purgeDocuments',
  gc: 'collectGarbage',
  retention: 'applyRetention',
  fix: 'fixLibrary',
  sync: 'runSync',
  'sync-retention': 'applySyncRetention',
  backup: 'createBackup',
} as const satisfies Readonly<Record<string, OperationName>>;

/** `notes job start KIND`: each kind takes the arguments and flags of the command that starts this kind of job. */
export const jobStarts: readonly CommandAlias[] = Object.entries(STARTERS).map(([kind, operation]) => ({
  operation,
  command: `job start ${kind}`,
}));
