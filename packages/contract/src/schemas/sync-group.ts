import { z } from 'zod';
import { defer } from '../defer.js';
import { count, id, sha256, timestamp } from './primitives.js';
import { epochId, keyId } from './sync-center.js';

/** Schemas of the members of the group, and of handling lost devices. */

const replica_id = id('replica');

/** Floor that every member has applied: the number of the last operation by replica. */
const floor = defer(() => z.record(replica_id, count));

export const retirementPreview = defer(() =>
  z
    .object({
      replica_id,
      consequences: z.object({
        unacknowledged_ops: count.describe('Operations known here that it has not acknowledged.'),
        artifacts: count.describe('Artifacts of this device that are kept until it has them.'),
        bytes: count.describe('Bytes of these artifacts.'),
        floor_after: floor().describe('Number of the last operation of each replica that all remaining devices have.'),
        mints_epoch: z.boolean(),
      }),
      warnings: z.array(z.string()),
      confirmation: z.string(),
    })
    .meta({ id: 'RetirementPreview' }),
);

export const retirement = defer(() =>
  z
    .object({
      replica_id,
      status: z.literal('retired'),
      operation_id: sha256,
      epoch_id: epochId(),
      retired_at: timestamp,
    })
    .meta({ id: 'Retirement' }),
);

export const snapshotPermission = defer(() =>
  z.object({ replica_id, snapshot_permitted: z.boolean(), operation_id: sha256 }).meta({ id: 'SnapshotPermission' }),
);

export const revokedKey = defer(() =>
  z
    .object({
      key_id: keyId(),
      replica_id,
      operation_id: sha256,
      epoch_id: epochId().describe('Everything published from now on is encrypted with this key.'),
    })
    .meta({ id: 'RevokedKey' }),
);

export const recoveryActions = ['rotate', 'verify', 'restore'] as const;

export const recovery = defer(() =>
  z
    .object({
      action: z.enum(recoveryActions),
      database_id: id('database'),
      replica_id: replica_id.nullable().describe('Id of this device; null if it is not a member of the group.'),
      epochs: count.describe('Keys of the group that the code decrypts.'),
      members: count,
      recovery_code: z.string().nullable().describe('The new code, with rotate. It cannot be shown again.'),
    })
    .meta({ id: 'SyncRecovery' }),
);
