import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import {
  carrierDiscovery,
  initializedSync,
  invitationId,
  invitations,
  pairedDevice,
  replicaName,
  restTarget,
  syncConfiguration,
  syncOverview,
  syncTargets,
} from '../schemas/sync-center.js';

const UI = '/api/v1/sync-ui';
const noInput = defer(() => z.strictObject({}));

/** Operations to set up and inspect sync, for the user of this device. */
export const syncSetupRows = {
  getSyncOverview: operation({
    summary: 'Show the state of sync: this device, the other devices, pending changes and problems.',
    input: noInput,
    output: syncOverview,
    errors: [],
    http: { method: 'get', path: UI },
    mcp: null,
    cli: { command: 'sync status', examples: ['notes sync status'] },
  }),
  initializeSync: operation({
    summary: 'Create a sync group with this device. Returns the recovery code, once.',
    input: () => z.strictObject({ name: replicaName() }),
    output: initializedSync,
    errors: ['conflict'],
    http: { method: 'post', path: `${UI}/initialize`, status: 201 },
    mcp: null,
    cli: { command: 'sync init', positional: ['name'], examples: ['notes sync init laptop'] },
  }),
  manageInvitations: operation({
    summary: 'Create a pairing code for another device, list codes, or cancel one.',
    input: () =>
      z.strictObject({
        action: z.enum(['create', 'list', 'cancel']).default('create').describe('What to do with pairing codes.'),
        ttl_seconds: z
          .int()
          .min(60)
          .max(86_400)
          .optional()
          .describe('How long the code is valid, in seconds. Default: 900.'),
        invitation_id: invitationId().optional().describe('The invitation to cancel.'),
      }),
    output: invitations,
    errors: ['not_found', 'conflict', 'sync_disabled'],
    http: { method: 'post', path: `${UI}/invitations`, status: 201, createdField: 'created' },
    mcp: null,
    cli: { command: 'sync invite', examples: ['notes sync invite', 'notes sync invite --action list'] },
  }),
  pairDevice: operation({
    summary: 'Join a sync group with a pairing code. Run again to check whether this device was admitted.',
    input: () =>
      z.strictObject({
        code: z.string().min(1).max(256).describe('The code of 40 letters and digits that another device shows.'),
        name: replicaName(),
        target: z
          .enum(['directory', 'rest'])
          .optional()
          .describe(
            'Where to sync with the other device: a shared folder or its service. Default: as in the settings.',
          ),
        ...restTarget(),
        local_library: z
          .enum(['refuse', 'merge'])
          .default('refuse')
          .describe('If this device has notes: refuse to join, or merge them into the group.'),
      }),
    output: pairedDevice,
    errors: ['conflict', 'sync_disabled', 'rate_limited', 'storage_unavailable'],
    http: { method: 'post', path: `${UI}/pair`, timeoutSeconds: 120 },
    mcp: null,
    cli: {
      command: 'sync pair',
      positional: ['code', 'name'],
      examples: [
        'notes sync pair 0440G-20810-40G20-81040-G2081-040G2-0813V-3FWKA phone',
        'notes sync pair 0440G-20810-40G20-81040-G2081-040G2-0813V-3FWKA phone --base-url https://192.168.1.2:8081',
      ],
    },
  }),
  discoverCarrier: operation({
    summary: 'Check what is at a sync target: the folder in the settings, or a service. Changes nothing.',
    input: () => z.strictObject({ target: z.enum(['directory', 'rest']), ...restTarget() }),
    output: carrierDiscovery,
    errors: [],
    http: { method: 'post', path: `${UI}/discover`, timeoutSeconds: 60 },
    mcp: null,
    cli: null,
  }),
  configureSync: operation({
    summary: 'Choose the sync target. The service uses it after a restart.',
    input: () => z.strictObject({ target: z.enum(syncTargets), ...restTarget() }),
    output: syncConfiguration,
    errors: ['conflict'],
    http: { method: 'put', path: `${UI}/configuration` },
    mcp: null,
    cli: null,
  }),
};
