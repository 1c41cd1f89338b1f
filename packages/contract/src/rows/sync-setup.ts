import { z } from 'zod';
import { operation } from '../operation.js';
import {
  carrierFound,
  initializedSync,
  invitationId,
  invitations,
  pairedDevice,
  replicaName,
  restPlace,
  syncConfiguration,
  syncOverview,
  syncTargets,
} from '../schemas/sync-center.js';

const UI = '/api/v1/sync-ui';
const nothing = z.strictObject({});

/** Operations to set up and inspect sync, for the user of this device. */
export const syncSetupRows = {
  getSyncOverview: operation({
    summary: 'Show how sync stands: this device, the others, what waits, what is wrong.',
    input: nothing,
    output: syncOverview,
    errors: [],
    http: { method: 'get', path: UI },
    mcp: null,
    cli: { command: 'sync status', examples: ['notes sync status'] },
  }),
  initializeSync: operation({
    summary: 'Make this device the first of a group; answers the recovery code, once.',
    input: z.strictObject({ name: replicaName }),
    output: initializedSync,
    errors: ['conflict'],
    http: { method: 'post', path: `${UI}/initialize`, status: 201 },
    mcp: null,
    cli: { command: 'sync init', positional: ['name'], examples: ['notes sync init laptop'] },
  }),
  manageInvitations: operation({
    summary: 'Make a code with which another device joins, list codes, or take one back.',
    input: z.strictObject({
      action: z.enum(['create', 'list', 'cancel']).default('create'),
      ttl_seconds: z.int().min(60).max(86_400).optional().describe('How long the code is good for; 900 unless said.'),
      invitation_id: invitationId.optional().describe('The one to take back.'),
    }),
    output: invitations,
    errors: ['not_found', 'conflict', 'sync_disabled'],
    http: { method: 'post', path: `${UI}/invitations`, status: 201, made: 'created' },
    mcp: null,
    cli: { command: 'sync invite', examples: ['notes sync invite', 'notes sync invite --action list'] },
  }),
  pairDevice: operation({
    summary: 'Join the group a code is from; asked again, look whether it has let this device in.',
    input: z.strictObject({
      code: z.string().min(1).max(256).describe('The 40 letters another device has shown.'),
      name: replicaName,
      target: z
        .enum(['directory', 'rest'])
        .optional()
        .describe('Where the other device is met: a shared folder or its service; as in the settings unless said.'),
      ...restPlace,
      local_library: z
        .enum(['refuse', 'merge'])
        .default('refuse')
        .describe('What becomes of notes that are here: refuse to join, or take them along.'),
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
    summary: 'Look what is at a place of exchange: the folder of the settings, or a service. Changes nothing.',
    input: z.strictObject({ target: z.enum(['directory', 'rest']), ...restPlace }),
    output: carrierFound,
    errors: [],
    http: { method: 'post', path: `${UI}/discover`, timeoutSeconds: 60 },
    mcp: null,
    cli: null,
  }),
  configureSync: operation({
    summary: 'Choose where to exchange; the service does so once it is started again.',
    input: z.strictObject({ target: z.enum(syncTargets), ...restPlace }),
    output: syncConfiguration,
    errors: ['conflict'],
    http: { method: 'put', path: `${UI}/configuration` },
    mcp: null,
    cli: null,
  }),
};
