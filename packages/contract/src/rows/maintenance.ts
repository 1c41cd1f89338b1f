import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import {
  doctorReport,
  fixKinds,
  fixOutcome,
  gcOutcome,
  purgeOutcome,
  reindexRequest,
  retentionOutcome,
  retentionReport,
} from '../schemas/maintenance.js';

export const plan = defer(() =>
  z
    .string()
    .regex(/^[0-9a-f]{12,64}$/, 'must be at least the first 12 hexadecimal digits of a digest')
    .optional()
    .describe('Proceed only if this is still the plan: its digest, or at least the first 12 digits.'),
);
export const dry_run = defer(() => z.boolean().default(false).describe('Show what would be done, and do nothing.'));
const confirmation = defer(() => z.string().optional());
const trust_clock = defer(() =>
  z.boolean().default(false).describe('Trust the clock although it advanced far since the library was last used.'),
);

/**
 * Operations on the library as a whole, available only on the command line. Each carries out a plan, and can be stopped
 * and resumed.
 */
export const maintenanceRows = {
  purgeDocuments: operation({
    summary: 'Delete notes in Trash permanently, with all their revisions and every trace of their text.',
    input: () =>
      z.strictObject({
        notes: z.array(z.string().min(1)).max(500).default([]).describe('Ids, addresses, or titles of notes in Trash.'),
        all_trashed: z.boolean().default(false).describe('All notes in Trash.'),
        older_than: z
          .string()
          .regex(/^\d{1,5}d$/, 'must be a number of days such as 90d')
          .optional()
          .describe('With --all-trashed: only notes moved to Trash at least this many days ago, such as 90d.'),
        plan: plan(),
        trust_clock: trust_clock(),
        dry_run: dry_run(),
        confirmation: confirmation(),
      }),
    output: purgeOutcome,
    errors: ['not_found', 'conflict', 'precondition_required'],
    confirmation: { word: 'purge' },
    http: null,
    mcp: null,
    cli: {
      command: 'purge',
      positional: ['notes'],
      examples: [
        'notes purge doc_…',
        'notes purge --all-trashed --older-than 90d',
        'notes purge --all-trashed --dry-run',
      ],
    },
  }),
  collectGarbage: operation({
    summary: 'Delete the attachments that `notes gc report` lists as eligible, and blobs without an attachment.',
    input: () =>
      z.strictObject({ plan: plan(), trust_clock: trust_clock(), dry_run: dry_run(), confirmation: confirmation() }),
    output: gcOutcome,
    errors: ['conflict', 'precondition_required'],
    confirmation: { word: 'gc-apply' },
    http: null,
    mcp: null,
    cli: {
      command: 'gc apply',
      examples: [
        'notes gc apply',
        'notes gc apply --plan 3fa9c01b77d2',
        'notes gc apply --confirm gc-apply:3fa9c01b77d2',
      ],
    },
  }),
  getRetentionReport: operation({
    summary: 'List the old revisions that retention.revisions_keep_days no longer keeps. Deletes nothing.',
    input: () => z.strictObject({}),
    output: retentionReport,
    errors: [],
    http: null,
    mcp: null,
    cli: { command: 'retention report', examples: ['notes retention report', 'notes retention report --json'] },
  }),
  applyRetention: operation({
    summary: 'Delete the old revisions that `notes retention report` lists.',
    input: () =>
      z.strictObject({ plan: plan(), trust_clock: trust_clock(), dry_run: dry_run(), confirmation: confirmation() }),
    output: retentionOutcome,
    errors: ['conflict', 'precondition_required'],
    confirmation: { word: 'retention-apply' },
    http: null,
    mcp: null,
    cli: {
      command: 'retention apply',
      examples: [
        'notes retention apply',
        'notes retention apply --dry-run',
        'notes retention apply --plan 3fa9c01b77d2',
      ],
    },
  }),
  requestReindex: operation({
    summary: 'Compare the index of the search sidecar with the library, and repair it.',
    input: () =>
      z.strictObject({
        rebuild: z.boolean().default(false).describe('Delete the index, and build it again from all notes.'),
      }),
    output: reindexRequest,
    errors: ['conflict'],
    http: null,
    mcp: null,
    cli: { command: 'reindex', examples: ['notes reindex', 'notes reindex --rebuild'] },
  }),
  checkLibrary: operation({
    summary: 'Check the library: its file, texts, attachments, locks and settings. Changes nothing.',
    input: () =>
      z.strictObject({
        deep: z
          .boolean()
          .default(false)
          .describe('Also read the bytes of all attachments, and compare the full-text index with all texts.'),
      }),
    output: doctorReport,
    errors: [],
    http: null,
    mcp: null,
    cli: { command: 'doctor', examples: ['notes doctor', 'notes doctor --deep', 'notes doctor --json'] },
  }),
  fixLibrary: operation({
    summary: 'Fix problems in note texts that need no decision. Without --apply, shows what would change.',
    input: () =>
      z.strictObject({
        kinds: z
          .array(z.enum(fixKinds))
          .min(1)
          .max(fixKinds.length)
          .default(['non_canonical_link_target'])
          .describe('Problems to fix. Only unlocalized_remote_media fetches anything, as the media policy allows.'),
        apply: z.boolean().default(false).describe('Apply the changes. Without it, the command only shows them.'),
        plan: plan(),
        dry_run: dry_run(),
      }),
    output: fixOutcome,
    errors: ['conflict'],
    http: null,
    mcp: null,
    cli: {
      command: 'fix',
      examples: [
        'notes fix',
        'notes fix --kind missing_alt_text --kind non_canonical_link_target',
        'notes fix --apply --plan 3fa9c01b77d2',
      ],
    },
  }),
};
