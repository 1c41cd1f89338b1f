import { z } from 'zod';
import { operation } from '../operation.js';
import { jobSchema } from '../schemas/jobs.js';
import { body, cursor, id, limit, title } from '../schemas/primitives.js';
import {
  conflictId,
  conflictPage,
  initializedSync,
  invitationId,
  invitations,
  pairedDevice,
  replicaName,
  resolutions,
  settledConflict,
  syncOverview,
} from '../schemas/sync-center.js';

const nothing = z.strictObject({});

/** Sync as the person at this device sets it up and looks at it. */
export const syncCenterRows = {
  getSyncOverview: operation({
    summary: 'Show how sync stands: this device, the others, what waits, what is wrong.',
    input: nothing,
    output: syncOverview,
    errors: [],
    http: null,
    mcp: null,
    cli: { command: 'sync status', examples: ['notes sync status'] },
  }),
  initializeSync: operation({
    summary: 'Make this device the first of a group; answers the recovery code, once.',
    input: z.strictObject({ name: replicaName }),
    output: initializedSync,
    errors: ['conflict'],
    http: null,
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
    http: null,
    mcp: null,
    cli: { command: 'sync invite', examples: ['notes sync invite', 'notes sync invite --action list'] },
  }),
  pairDevice: operation({
    summary: 'Join the group a code is from; asked again, look whether it has let this device in.',
    input: z.strictObject({
      code: z.string().min(1).max(256).describe('The 40 letters another device has shown.'),
      name: replicaName,
      local_library: z
        .enum(['refuse', 'merge'])
        .default('refuse')
        .describe('What becomes of notes that are here: refuse to join, or take them along.'),
    }),
    output: pairedDevice,
    errors: ['conflict', 'sync_disabled'],
    http: null,
    mcp: null,
    cli: {
      command: 'sync pair',
      positional: ['code', 'name'],
      examples: ['notes sync pair 0440G-20810-40G20-81040-G2081-040G2-0813V-3FWKA phone'],
    },
  }),
  runSync: operation({
    summary: 'Exchange with the other devices now, in this process.',
    input: nothing,
    output: jobSchema,
    errors: ['conflict', 'sync_disabled'],
    http: null,
    mcp: null,
    cli: { command: 'sync run', examples: ['notes sync run'] },
  }),
  listConflicts: operation({
    summary: 'List what devices changed at once, with both sides, and that nobody has settled.',
    input: z.strictObject({
      state: z.enum(['open', 'resolved', 'all']).default('open'),
      limit: limit(50, 200),
      cursor: cursor.optional(),
    }),
    output: conflictPage,
    errors: ['cursor_invalid'],
    http: null,
    mcp: null,
    cli: { command: 'sync conflicts', examples: ['notes sync conflicts', 'notes sync conflicts --state all'] },
  }),
  resolveConflict: operation({
    summary: 'Settle a conflict: keep a side, both, or a text of your own.',
    input: z.strictObject({
      conflict_id: conflictId,
      resolution: z.enum(resolutions).describe('How to settle it.'),
      local_revision_id: id('revision').optional().describe('The side one has seen; another is refused.'),
      remote_revision_id: id('revision').optional().describe('Likewise.'),
      title: title.optional().describe('With merged; the title of the note unless said.'),
      body: body.optional().describe('With merged.'),
    }),
    output: settledConflict,
    errors: ['not_found', 'conflict'],
    http: null,
    mcp: null,
    cli: {
      command: 'sync resolve',
      positional: ['conflict_id'],
      examples: [
        'notes sync resolve cfl_0123456789abcdefghjkmnpqrs --resolution keep_both',
        'notes sync resolve cfl_0123456789abcdefghjkmnpqrs --resolution merged --body merged.md',
      ],
    },
  }),
};
