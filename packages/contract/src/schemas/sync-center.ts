import { z } from 'zod';
import { jobSchema } from './jobs.js';
import { count, id, line, nextCursor, timestamp } from './primitives.js';

/** What the person at this device sees of sync. */

const replica_id = id('replica');
const keyId = z.string().regex(/^key_[0-9a-hjkmnp-tv-z]{26}$/, 'must be a key id (key_…)');
const epochId = z.string().regex(/^[0-9a-f]{32}$/);
export const invitationId = z.string().regex(/^inv_[0-9a-hjkmnp-tv-z]{26}$/, 'must be an invitation id (inv_…)');
export const replicaName = line(256).min(1).describe('What this device is called among the others.');

export const syncPeer = z
  .object({
    replica_id,
    name: z.string(),
    status: z.enum(['active', 'revoked', 'retired']),
    key_ids: z.array(keyId),
    joined_at: timestamp,
    last_ack_at: timestamp.nullable(),
    lag_ops: count
      .nullable()
      .describe('Operations of this library it has not said it has; null before its first word.'),
    snapshot_permitted: z.boolean(),
    complete: z.boolean().describe('Whether it has said that it holds every attachment.'),
  })
  .meta({ id: 'SyncPeer' });

export const syncOverview = z
  .object({
    state: z
      .enum(['off', 'uninitialized', 'ready', 'attention'])
      .describe('`off`: there is no place to exchange at; `uninitialized`: this library is in no group.'),
    target: z.enum(['none', 'directory', 'rest']),
    database_id: id('database'),
    replica_id,
    epoch: z.object({ epoch_id: epochId, number: count }).nullable(),
    peers: z.array(syncPeer),
    pending: z.object({ ops: count.describe('Operations that are on no carrier yet.') }),
    conflicts_open: count,
    last_run: jobSchema.nullable(),
    alerts: z.array(z.object({ code: z.string(), replica_id: z.string() })),
  })
  .meta({ id: 'SyncOverview' });

export const initializedSync = z
  .object({
    database_id: id('database'),
    replica_id,
    key_id: keyId,
    epoch_id: epochId,
    recovery_code: z.string().describe('Brings the library back when every device is lost. Nobody can show it again.'),
  })
  .meta({ id: 'InitializedSync' });

export const invitations = z
  .object({
    invitations: z.array(
      z.object({
        invitation_id: invitationId,
        code: z.string().nullable().describe('Told when it is made, and never again.'),
        state: z.enum(['open', 'spent', 'expired', 'cancelled', 'locked']),
        expires_at: timestamp,
      }),
    ),
  })
  .meta({ id: 'Invitations' });

export const pairedDevice = z
  .object({
    state: z.enum(['joined', 'waiting']).describe('`waiting`: a device of the group has to exchange first; ask again.'),
    database_id: id('database').nullable(),
    replica_id: replica_id.nullable(),
    key_id: keyId.nullable(),
    inviter_replica_id: replica_id.nullable(),
  })
  .meta({ id: 'PairedDevice' });

export const conflictId = z.string().regex(/^cfl_[0-9a-hjkmnp-tv-z]{26}$/, 'must be a conflict id (cfl_…)');
export const resolutions = ['keep_local', 'keep_remote', 'merged', 'keep_both'] as const;

const side = z.object({ revision_id: id('revision'), replica_id: replica_id.nullable(), updated_at: timestamp });

export const conflictRecord = z
  .object({
    conflict_id: conflictId,
    kind: z.enum(['document_content', 'document_title', 'purge_vs_edit', 'name_collision']),
    state: z.enum(['open', 'resolved', 'superseded']),
    subject_id: z.string().describe('The note, notebook or saved search.'),
    title: z.string().nullable().describe('Of the note, as it is now.'),
    local: side.nullable().describe('What this device shows, unless only the other side was written here.'),
    remote: side.nullable(),
    base_revision_id: id('revision').nullable(),
    created_at: timestamp,
    resolved_at: timestamp.nullable(),
    resolution: z.enum(resolutions).nullable(),
    resolved_by_replica_id: replica_id.nullable(),
  })
  .meta({ id: 'ConflictRecord' });

export const conflictPage = z
  .object({ conflicts: z.array(conflictRecord), open: count, next_cursor: nextCursor })
  .meta({ id: 'ConflictPage' });

export const settledConflict = z
  .object({
    conflict_id: conflictId,
    document_id: id('document').nullable(),
    created_document_id: id('document').nullable().describe('The note of the other side, with `keep_both`.'),
  })
  .meta({ id: 'SettledConflict' });
