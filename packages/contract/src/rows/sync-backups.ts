import { z } from 'zod';
import { defer } from '../defer.js';
import { operation, signedErrors } from '../operation.js';
import { id, line } from '../schemas/primitives.js';
import {
  backupBytes,
  backupId,
  backupInspection,
  peerBackup,
  restoredBackup,
  syncBackups,
} from '../schemas/sync-backups.js';

/** Time limit in seconds for making a backup. */
const TWO_HOURS = 7_200;
/** Time limit in seconds for reading a backup. */
const TEN_MINUTES = 600;
const EXAMPLE = 'bak_01j00000000000000000000000';

const replica_id = defer(() =>
  id('replica').optional().describe('Device to fetch it from: the one whose service is the sync target.'),
);
const NO_AGENT = { mcp: null } as const;
const TERMINAL = { http: null, mcp: null } as const;

/** Operations on copies of the whole library: requests of another device, and management by the user of this device. */
export const syncBackupRows = {
  createPeerBackup: operation({
    summary: 'Make an encrypted copy of the whole library for a replica that is permitted to have one.',
    input: () =>
      z.strictObject({
        request_key: line(255)
          .min(1)
          .optional()
          .describe(
            'Makes a repeated request safe: the same key returns the same backup, which is completed even if nobody waits for it.',
          ),
      }),
    output: peerBackup,
    errors: [...signedErrors, 'conflict', 'request_timeout'],
    http: {
      method: 'post',
      path: '/api/v1/sync/backups',
      access: 'peer',
      status: 201,
      timeoutSeconds: TWO_HOURS,
    },
    ...NO_AGENT,
    cli: null,
  }),
  readPeerBackup: operation({
    summary: 'Read a requested backup, range by range. HEAD returns its size.',
    input: () => z.strictObject({ backup_id: z.string() }),
    output: backupBytes,
    errors: [...signedErrors, 'range_not_satisfiable'],
    http: {
      method: 'get',
      path: '/api/v1/sync/backups/{backup_id}',
      access: 'peer',
      response: 'backup',
      etag: 'sha256',
    },
    ...NO_AGENT,
    cli: null,
  }),
  manageBackups: operation({
    summary: 'Start a job that makes a backup or fetches one from the sync target, or list the backups.',
    input: () =>
      z.strictObject({ action: z.enum(['create', 'request', 'list']).default('list'), replica_id: replica_id() }),
    output: syncBackups,
    errors: ['conflict', 'forbidden', 'rate_limited', 'sync_disabled'],
    http: { method: 'post', path: '/api/v1/sync-ui/backups' },
    ...NO_AGENT,
    cli: null,
  }),
  inspectBackup: operation({
    summary: 'Read a backup completely, and show its contents and problems.',
    input: () => z.strictObject({ backup_id: backupId }),
    output: backupInspection,
    errors: ['not_found', 'conflict'],
    http: { method: 'post', path: '/api/v1/sync-ui/backups/inspect', timeoutSeconds: TEN_MINUTES },
    ...NO_AGENT,
    cli: {
      command: 'sync backup inspect',
      positional: ['backup_id'],
      examples: [`notes sync backup inspect ${EXAMPLE}`],
    },
  }),
  createBackup: operation({
    summary: 'Make an encrypted copy of the whole library in the data directory.',
    input: () => z.strictObject({}),
    output: syncBackups,
    errors: ['conflict'],
    ...TERMINAL,
    cli: { command: 'sync backup create', examples: ['notes sync backup create'] },
  }),
  requestBackup: operation({
    summary: 'Fetch an encrypted copy of the library of the device at the sync target. Run again to resume.',
    input: () => z.strictObject({ replica_id: replica_id() }),
    output: syncBackups,
    errors: ['conflict', 'forbidden', 'rate_limited', 'sync_disabled'],
    ...TERMINAL,
    cli: { command: 'sync backup request', positional: ['replica_id'], examples: ['notes sync backup request'] },
  }),
  listBackups: operation({
    summary: 'List the encrypted copies of the library on this device.',
    input: () => z.strictObject({}),
    output: syncBackups,
    errors: [],
    ...TERMINAL,
    cli: { command: 'sync backup list', examples: ['notes sync backup list'] },
  }),
  restoreBackup: operation({
    summary:
      'Restore a backup as a separate library in a new data directory: outside the group, with all notes and texts.',
    input: () =>
      z.strictObject({
        backup_id: backupId,
        into_dir: z.string().min(1).describe('The data directory to create: new, or an empty folder.'),
      }),
    output: restoredBackup,
    errors: ['not_found', 'conflict'],
    ...TERMINAL,
    cli: {
      command: 'sync backup restore',
      positional: ['backup_id'],
      examples: [`notes sync backup restore ${EXAMPLE} --into-dir ~/notes-again`],
    },
  }),
  removeBackup: operation({
    summary: 'Remove a backup from this device. The library is not changed.',
    input: () => z.strictObject({ backup_id: backupId }),
    output: syncBackups,
    errors: ['not_found', 'conflict'],
    ...TERMINAL,
    cli: {
      command: 'sync backup rm',
      positional: ['backup_id'],
      examples: [`notes sync backup rm ${EXAMPLE}`],
    },
  }),
};
