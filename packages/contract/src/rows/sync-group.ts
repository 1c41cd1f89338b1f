import { z } from 'zod';
import { defer } from '../defer.js';
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
const confirmation = defer(() => z.string().optional());

/**
 * Operations on the members of the group. Decisions are signed here, and other members receive them with the next
 * exchange.
 */
export const syncGroupRows = {
  previewRetirement: operation({
    summary: 'Show the consequences of retiring a device, and the confirmation it requires.',
    input: () => z.strictObject({ replica_id }),
    output: retirementPreview,
    errors: ['not_found', 'conflict'],
    http: { method: 'post', path: `${PEER}/retirement-preview` },
    mcp: null,
    cli: null,
  }),
  retirePeer: operation({
    summary:
      'Retire a device permanently: its keys are revoked, nothing waits for it any more, and a new group key is created.',
    input: () => z.strictObject({ replica_id, confirmation: confirmation() }),
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
    summary: 'Allow or forbid a device to request encrypted copies of the whole library.',
    input: () => z.strictObject({ replica_id, granted: z.boolean() }),
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
    summary: 'Revoke a key at once. With a new group key, its device cannot read anything encrypted from then on.',
    input: () =>
      z.strictObject({
        key_id: keyId().describe('A key of another device, as listed by notes sync status.'),
        mint: z.boolean().default(true).describe('Create a new group key, which the device does not get.'),
        confirmation: confirmation(),
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
    summary: 'Restore a library with its recovery code, verify a code, or replace it with a new one.',
    input: () =>
      z.strictObject({
        action: z
          .enum(recoveryActions)
          .describe('restore: restore the library; verify: check a code; rotate: create a new code.'),
        recovery_code: z.string().min(1).max(256).optional().describe('With restore and verify.'),
        name: replicaName().optional().describe('With restore: name of this device.'),
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
