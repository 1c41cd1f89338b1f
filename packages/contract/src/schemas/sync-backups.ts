import { z } from 'zod';
import { jobSchema } from './jobs.js';
import { count, id, sha256, timestamp } from './primitives.js';

/** Schemas of copies of the whole library that only members of its group can read. */

export const backupId = id('backup');
const epochId = z.string().regex(/^[0-9a-f]{32}$/);
const vector = z.record(id('replica'), count).describe('Up to which operation of each replica it has everything.');

/** A backup in the wire form for the replica that requested it. */
export const peerBackup = z
  .object({
    backup_id: backupId,
    created_at: timestamp,
    expires_at: timestamp.describe('From then on it is not there.'),
    size_bytes: count,
    sha256,
    frame_bytes: count,
    frames: count,
    payload_type: z.literal('sqlite-image+packed-assets.v1'),
    database_id: id('database'),
    epoch_id: epochId,
    vv: vector,
  })
  .meta({ id: 'PeerBackup' });

/** Reads the bytes of a file from `first` to `last`, both included. */
type ReadBytes = (first: number, last: number) => AsyncIterable<Uint8Array>;

export const backupBytes = z.object({
  sha256,
  size_bytes: count,
  read: z.custom<ReadBytes>((value) => typeof value === 'function'),
});

export const backupStates = ['producing', 'downloading', 'ready', 'verified', 'failed', 'expired'] as const;

export const syncBackup = z
  .object({
    backup_id: backupId,
    origin: z
      .enum(['made', 'served', 'fetched'])
      .describe('Made here for this device, made here for another, or fetched from another.'),
    source_replica_id: id('replica').describe('Whose library it is a copy of.'),
    requester_replica_id: id('replica'),
    created_at: timestamp,
    expires_at: timestamp.nullable().describe('Null of what is kept until somebody removes it.'),
    state: z
      .enum(backupStates)
      .describe(
        '`verified`: it was opened to its end since; `expired`: its source has it no more, and it is not whole.',
      ),
    size_bytes: count.nullable().describe('Null while it is not known.'),
    received_bytes: count,
    sha256: sha256.nullable(),
    job: jobSchema.nullable().describe('What makes or fetches it, or did.'),
  })
  .meta({ id: 'SyncBackup' });

export const syncBackups = z.object({ backups: z.array(syncBackup) }).meta({ id: 'SyncBackups' });

const problem = z
  .object({
    code: z.enum(['changed', 'sealed', 'payload', 'schema', 'damaged', 'text', 'missing_bytes']),
    detail: z.string(),
  })
  .meta({ id: 'BackupProblem' });

const payload = z
  .object({
    database_id: id('database'),
    schema_version: count,
    vv: vector,
    notes: count,
    trashed: count.describe('Of the notes, in Trash.'),
    revisions: count,
    notebooks: count,
    tags: count,
    attachments: count,
    attachment_bytes: count.describe('Of the attachments that are in it.'),
    missing_attachments: count.describe('Attachments of which it has no bytes, as its source had none.'),
  })
  .meta({ id: 'BackupPayload' });

export const backupInspection = z
  .object({
    backup: syncBackup,
    verified: z.boolean().describe('Every byte was read, and nothing is wrong but bytes its source did not have.'),
    payload: payload.nullable().describe('Null where it cannot be read.'),
    problems: z.array(problem),
  })
  .meta({ id: 'BackupInspection' });

export const restoredBackup = z
  .object({
    backup_id: backupId,
    data_dir: z.string(),
    restored: z.boolean(),
    payload: payload.nullable(),
    problems: z.array(problem),
  })
  .meta({ id: 'RestoredBackup' });
