import { z } from 'zod';
import { defer } from '../defer.js';
import { jobSchema } from './jobs.js';
import { count, id, sha256, timestamp } from './primitives.js';

/** Schemas of copies of the whole library that only members of its group can read. */

export const backupId = id('backup');
const epochId = defer(() => z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits in lower case'));
const vector = defer(() =>
  z.record(id('replica'), count).describe('Number of the last operation of each replica in it.'),
);

/** A backup in the wire form for the replica that requested it. */
export const peerBackup = defer(() =>
  z
    .object({
      backup_id: backupId,
      created_at: timestamp,
      expires_at: timestamp.describe('Time from which it is no longer available.'),
      size_bytes: count,
      sha256,
      frame_bytes: count,
      frames: count,
      payload_type: z.literal('sqlite-image+packed-assets.v1'),
      database_id: id('database'),
      epoch_id: epochId(),
      vv: vector(),
    })
    .meta({ id: 'PeerBackup' }),
);

/** Reads the bytes of a file from `first` to `last`, both included. */
type ReadBytes = (first: number, last: number) => AsyncIterable<Uint8Array>;

export const backupBytes = defer(() =>
  z.object({
    sha256,
    size_bytes: count,
    read: z.custom<ReadBytes>((value) => typeof value === 'function'),
  }),
);

export const backupStates = ['producing', 'downloading', 'ready', 'verified', 'failed', 'expired'] as const;

export const syncBackup = defer(() =>
  z
    .object({
      backup_id: backupId,
      origin: z
        .enum(['made', 'served', 'fetched'])
        .describe('made: here for this device; served: here for another device; fetched: from another device.'),
      source_replica_id: id('replica').describe('The replica whose library it contains.'),
      requester_replica_id: id('replica'),
      created_at: timestamp,
      expires_at: timestamp.nullable().describe('Null if it is kept until somebody removes it.'),
      state: z
        .enum(backupStates)
        .describe(
          '`verified`: it was read completely since; `expired`: it is incomplete, and its source no longer has it.',
        ),
      size_bytes: count.nullable().describe('Null while it is unknown.'),
      received_bytes: count,
      sha256: sha256.nullable(),
      job: jobSchema().nullable().describe('The job that makes or fetches it, or did.'),
    })
    .meta({ id: 'SyncBackup' }),
);

export const syncBackups = defer(() => z.object({ backups: z.array(syncBackup()) }).meta({ id: 'SyncBackups' }));

const problem = defer(() =>
  z
    .object({
      code: z.enum(['changed', 'sealed', 'payload', 'schema', 'damaged', 'text', 'missing_bytes']),
      detail: z.string(),
    })
    .meta({ id: 'BackupProblem' }),
);

const payload = defer(() =>
  z
    .object({
      database_id: id('database'),
      schema_version: count,
      vv: vector(),
      notes: count,
      trashed: count.describe('Notes in Trash, which are counted in notes, too.'),
      revisions: count,
      notebooks: count,
      tags: count,
      attachments: count,
      attachment_bytes: count.describe('Bytes of the attachments in it.'),
      missing_attachments: count.describe('Attachments without bytes, because the source had none.'),
    })
    .meta({ id: 'BackupPayload' }),
);

export const backupInspection = defer(() =>
  z
    .object({
      backup: syncBackup(),
      verified: z
        .boolean()
        .describe('True if every byte was read, and nothing is wrong except bytes that the source did not have.'),
      payload: payload().nullable().describe('Null if it cannot be read.'),
      problems: z.array(problem()),
    })
    .meta({ id: 'BackupInspection' }),
);

export const restoredBackup = defer(() =>
  z
    .object({
      backup_id: backupId,
      data_dir: z.string(),
      restored: z.boolean(),
      payload: payload().nullable(),
      problems: z.array(problem()),
    })
    .meta({ id: 'RestoredBackup' }),
);
