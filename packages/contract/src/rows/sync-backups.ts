import { z } from 'zod';
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

const replica_id = id('replica').optional().describe('The device it is fetched from: the one they meet at.');
const NO_AGENT = { mcp: null } as const;
const TERMINAL = { http: null, mcp: null } as const;

/** Operations on copies of the whole library: requests of another device, and management by the user of this device. */
export const syncBackupRows = {
  createPeerBackup: operation({
    summary: 'Make a sealed copy of the whole library for a replica that may have one.',
    input: z.strictObject({
      request_key: line(255)
        .min(1)
        .optional()
        .describe(
          'Makes a repeated request safe: the same key is answered with the same backup, and goes on unattended.',
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
    summary: 'Read a backup one has asked for, range by range; HEAD tells how many bytes there are.',
    input: z.strictObject({ backup_id: z.string() }),
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
    summary: 'Have a backup made, or fetched from the device they meet at, by a job; or list those there are.',
    input: z.strictObject({ action: z.enum(['create', 'request', 'list']).default('list'), replica_id }),
    output: syncBackups,
    errors: ['conflict', 'forbidden', 'rate_limited', 'sync_disabled'],
    http: { method: 'post', path: '/api/v1/sync-ui/backups' },
    ...NO_AGENT,
    cli: null,
  }),
  inspectBackup: operation({
    summary: 'Read a backup to its end, and say what it holds and what is wrong with it.',
    input: z.strictObject({ backup_id: backupId }),
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
    summary: 'Make a sealed copy of the whole library, and keep it in the data directory.',
    input: z.strictObject({}),
    output: syncBackups,
    errors: ['conflict'],
    ...TERMINAL,
    cli: { command: 'sync backup create', examples: ['notes sync backup create'] },
  }),
  requestBackup: operation({
    summary: 'Fetch a sealed copy of the library of the device they meet at; run again, it goes on where it stopped.',
    input: z.strictObject({ replica_id }),
    output: syncBackups,
    errors: ['conflict', 'forbidden', 'rate_limited', 'sync_disabled'],
    ...TERMINAL,
    cli: { command: 'sync backup request', positional: ['replica_id'], examples: ['notes sync backup request'] },
  }),
  listBackups: operation({
    summary: 'List the sealed copies of the library that are kept here.',
    input: z.strictObject({}),
    output: syncBackups,
    errors: [],
    ...TERMINAL,
    cli: { command: 'sync backup list', examples: ['notes sync backup list'] },
  }),
  restoreBackup: operation({
    summary: 'Make a library of its own of a backup, in a new data directory: in no group, with all notes and texts.',
    input: z.strictObject({
      backup_id: backupId,
      into_dir: z.string().min(1).describe('The data directory to make: new, or an empty folder.'),
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
    summary: 'Remove a backup that is kept here; the library is not touched.',
    input: z.strictObject({ backup_id: backupId }),
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
