import { z } from 'zod';
import { defer } from '../defer.js';
import { jobState } from './jobs.js';
import { count, id, sha256, timestamp } from './primitives.js';

const bytes = defer(() => count.describe('Bytes.'));

/** Response fields of every command that carries out a plan. */
const planned = defer(() => ({
  generated_at: timestamp,
  dry_run: z.boolean(),
  plan_sha256: sha256.describe('Digest of everything to be done. Equal plans have equal digests.'),
  unfinished_job_id: id('job').nullable().describe('An earlier job of this kind that stopped before its end.'),
  applied: z
    .object({
      job_id: id('job'),
      state: jobState(),
      counts: z
        .record(z.string(), count)
        .describe('What was done. skipped: what changed since the plan was made, and was left alone.'),
    })
    .nullable()
    .describe('What was done; null on a dry run, and if there is nothing to do.'),
}));

/** Response fields of commands that delete permanently. */
export const permanent = defer(() => ({
  ...planned(),
  confirmation: z
    .string()
    .nullable()
    .describe('The exact confirmation required; null if there is nothing to do, or the clock is in doubt.'),
  clock_doubt: z
    .object({
      clock: timestamp.describe('Time of the clock.'),
      believed: timestamp.describe('The latest time that is trusted.'),
    })
    .nullable()
    .describe(
      'Present if the clock advanced far since the library was last used, and some entries only count as old because of that.',
    ),
}));

export const purgeOutcome = defer(() =>
  z
    .object({
      ...permanent(),
      totals: z.object({
        documents: count,
        revisions: count,
        attachments: count.describe('Attachments of these notes, counted for each note.'),
        kept_imported: count.describe(
          'Notes that stay in Trash, because an import from their source would bring them back.',
        ),
      }),
      documents: z
        .array(
          z.object({
            document_id: id('document'),
            title: z.string().describe('Empty if the note is already gone.'),
            revisions: count,
            attachments: count,
            deleted_at: timestamp,
          }),
        )
        .describe('The first 1,000 by id.'),
      truncated: z.boolean(),
    })
    .meta({ id: 'PurgeOutcome' }),
);

export const gcOutcome = defer(() =>
  z
    .object({
      ...permanent(),
      totals: z.object({
        resources: count.describe('Attachments.'),
        blobs: count.describe('Blobs without an attachment.'),
        bytes: bytes(),
      }),
    })
    .meta({ id: 'GcOutcome' }),
);

const retentionFacts = defer(() => ({
  revisions_keep_days: count.describe('As configured; 0 keeps all revisions forever.'),
  totals: z.object({ documents: count, revisions: count, bytes: bytes() }),
  documents: z
    .array(z.object({ document_id: id('document'), revisions: count, bytes: bytes(), through: id('revision') }))
    .describe('The first 1,000 by id, each with the last revision that is deleted.'),
  truncated: z.boolean(),
}));

export const retentionReport = defer(() =>
  z.object({ generated_at: timestamp, plan_sha256: sha256, ...retentionFacts() }).meta({ id: 'RetentionReport' }),
);

export const retentionOutcome = defer(() =>
  z.object({ ...permanent(), ...retentionFacts() }).meta({ id: 'RetentionOutcome' }),
);

/** Problems that can be fixed in the texts of notes, in the order of reports. */
export const fixKinds = ['non_canonical_link_target', 'missing_alt_text', 'unlocalized_remote_media'] as const;

const changes = defer(() => z.partialRecord(z.enum(fixKinds), count).describe('By kind.'));

export const fixOutcome = defer(() =>
  z
    .object({
      ...planned(),
      kinds: z.array(z.object({ kind: z.enum(fixKinds), documents: count, changes: count })),
      documents: z
        .array(z.object({ document_id: id('document'), changes: changes() }))
        .describe('The first 1,000. A note is listed twice if it is edited and has images to fetch.'),
      truncated: z.boolean(),
    })
    .meta({ id: 'FixOutcome' }),
);

export const reindexRequest = defer(() =>
  z
    .object({ requested: z.enum(['reconcile', 'rebuild']).describe('Task that the service carries out.') })
    .meta({ id: 'ReindexRequest' }),
);

/** Checks of the library doctor, in the order of reports. */
export const doctorChecks = [
  'schema',
  'pages',
  'references',
  'search_index',
  'texts',
  'names',
  'attachments',
  'file_modes',
  'disk_space',
  'locks',
  'jobs',
  'settings',
  'sidecar',
  'sync_keys',
  'drill',
] as const;

export const doctorReport = defer(() =>
  z
    .object({
      generated_at: timestamp,
      data_dir: z.string(),
      deep: z.boolean().describe('All stored bytes were read.'),
      checks: z.array(
        z.object({
          check: z.enum(doctorChecks),
          status: z.enum(['ok', 'warn', 'fail']),
          message: z.string(),
          advice: z.string().nullable().describe('What to do about it.'),
          count: count.describe('All findings.'),
          findings: z.array(z.string()).describe('Affected ids and file names, and messages of SQLite. The first 100.'),
        }),
      ),
    })
    .meta({ id: 'DoctorReport' }),
);
