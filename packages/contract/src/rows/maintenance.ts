import { z } from 'zod';
import { operation } from '../operation.js';
import {
  doctorReport,
  fixKinds,
  fixOutcome,
  gcOutcome,
  purgeOutcome,
  retentionOutcome,
  retentionReport,
} from '../schemas/maintenance.js';

export const plan = z
  .string()
  .regex(/^[0-9a-f]{12,64}$/, 'must be the first 12 hexadecimal digits of a digest, or more')
  .optional()
  .describe('Do nothing unless this is still the plan: its digest, or the first 12 digits of it.');
export const dry_run = z.boolean().default(false).describe('Say what would be done, and do nothing.');
const confirmation = z.string().optional();
const trust_clock = z
  .boolean()
  .default(false)
  .describe('The clock is right, though it has gone far since the library was last in use.');

/**
 * Operations on the library as a whole, available only on the command line. Each carries out a plan, and can be stopped
 * and resumed.
 */
export const maintenanceRows = {
  purgeDocuments: operation({
    summary: 'Delete notes in Trash for ever, with all their revisions and every trace of their text.',
    input: z.strictObject({
      notes: z.array(z.string().min(1)).max(500).default([]).describe('Ids, addresses, or titles of notes in Trash.'),
      all_trashed: z.boolean().default(false).describe('All notes in Trash.'),
      older_than: z
        .string()
        .regex(/^\d{1,5}d$/, 'must be a number of days such as 90d')
        .optional()
        .describe('With --all-trashed: only those put there at least so many days ago, such as 90d.'),
      plan,
      trust_clock,
      dry_run,
      confirmation,
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
    summary:
      'Delete the attachments that `notes gc report` says may be collected, and stored bytes that are no attachment’s.',
    input: z.strictObject({ plan, trust_clock, dry_run, confirmation }),
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
    summary: 'Say which old revisions are kept no longer than retention.revisions_keep_days; deletes nothing.',
    input: z.strictObject({}),
    output: retentionReport,
    errors: [],
    http: null,
    mcp: null,
    cli: { command: 'retention report', examples: ['notes retention report', 'notes retention report --json'] },
  }),
  applyRetention: operation({
    summary: 'Delete the old revisions that `notes retention report` lists.',
    input: z.strictObject({ plan, trust_clock, dry_run, confirmation }),
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
  checkLibrary: operation({
    summary: 'Look whether the library is sound: its file, texts, attachments, locks and settings; changes nothing.',
    input: z.strictObject({
      deep: z.boolean().default(false).describe('Read the bytes of all attachments too.'),
    }),
    output: doctorReport,
    errors: [],
    http: null,
    mcp: null,
    cli: { command: 'doctor', examples: ['notes doctor', 'notes doctor --deep', 'notes doctor --json'] },
  }),
  fixLibrary: operation({
    summary:
      'Put right in the texts of notes what can be put right without asking; says what would change unless told to apply it.',
    input: z.strictObject({
      kinds: z
        .array(z.enum(fixKinds))
        .min(1)
        .max(fixKinds.length)
        .default(['non_canonical_link_target'])
        .describe('What to put right. Only unlocalized_remote_media fetches anything, as the media policy lets it.'),
      apply: z.boolean().default(false).describe('Do it; without it the command says what would change.'),
      plan,
      dry_run,
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
