import { z } from 'zod';
import { operation } from '../operation.js';
import { id } from '../schemas/primitives.js';
import { keyId, replicaName } from '../schemas/sync-center.js';
import {
  recovery,
  recoveryActions,
  retirement,
  retirementPreview,
  revokedKey,
  snapshotPermission,
} from '../schemas/sync-group.js';

const UI = '/api/v1/sync-ui';
const PEER = `${UI}/peers/{replica_id}` as const;
const replica_id = id('replica');
const confirmation = z.string().optional();

/**
 * Operations on the members of the group. Decisions are signed here, and other members receive them with the next
 * exchange.
 */
export const syncGroupRows = {
  previewRetirement: operation({
    summary: 'Say what it would mean to retire a device, and the words that do it.',
    input: z.strictObject({ replica_id }),
    output: retirementPreview,
    errors: ['not_found', 'conflict'],
    http: { method: 'post', path: `${PEER}/retirement-preview` },
    mcp: null,
    cli: null,
  }),
  retirePeer: operation({
    summary: 'Retire a device for good: its keys end, nothing waits for it any more, and a new group key is made.',
    input: z.strictObject({ replica_id, confirmation }),
    output: retirement,
    errors: ['not_found', 'conflict', 'precondition_required'],
    confirmation: { word: 'retire-peer', input: 'replica_id', inBody: true },
    http: { method: 'post', path: `${PEER}/retire` },
    mcp: null,
    cli: {
      command: 'sync retire',
      positional: ['replica_id'],
      examples: ['notes sync retire rep_0123456789abcdefghjkmnpqrs'],
    },
  }),
  setSnapshotPermission: operation({
    summary: 'Let a device ask for sealed copies of the whole library, or no longer.',
    input: z.strictObject({ replica_id, granted: z.boolean() }),
    output: snapshotPermission,
    errors: ['not_found', 'conflict'],
    http: { method: 'post', path: `${PEER}/snapshot-permission` },
    mcp: null,
    cli: {
      command: 'sync permit',
      positional: ['replica_id'],
      examples: ['notes sync permit rep_0123456789abcdefghjkmnpqrs'],
    },
  }),
  revokeKey: operation({
    summary: 'End a key at once; with a new group key its device can read nothing that is sealed from then on.',
    input: z.strictObject({
      key_id: keyId.describe('A key of another device, as notes sync status lists them.'),
      mint: z.boolean().default(true).describe('Make a new group key, which the device does not have.'),
      confirmation,
    }),
    output: revokedKey,
    errors: ['not_found', 'conflict', 'precondition_required'],
    confirmation: { word: 'revoke-key', input: 'key_id' },
    http: null,
    mcp: null,
    cli: {
      command: 'sync revoke',
      positional: ['key_id'],
      examples: ['notes sync revoke key_0123456789abcdefghjkmnpqrs'],
    },
  }),
  recoverSync: operation({
    summary: 'Bring a library back by its recovery code, see whether a code is good, or replace it by a new one.',
    input: z.strictObject({
      action: z
        .enum(recoveryActions)
        .describe('restore: bring the library back; verify: try a code; rotate: make another code.'),
      recovery_code: z.string().min(1).max(256).optional().describe('With restore and verify.'),
      name: replicaName.optional().describe('With restore, what this device is called.'),
    }),
    output: recovery,
    errors: ['conflict', 'sync_disabled', 'storage_unavailable'],
    http: { method: 'post', path: `${UI}/recovery`, timeoutSeconds: 120 },
    mcp: null,
    cli: {
      command: 'sync recover',
      positional: ['action'],
      examples: ['notes sync recover restore --code - --name laptop', 'notes sync recover rotate'],
    },
  }),
};
