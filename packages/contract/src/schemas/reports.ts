import { z } from 'zod';
import { count, id, sha256, timestamp } from './primitives.js';

const bytes = count.describe('Bytes.');

/** Checks of the lint report, in the order of reports. */
export const lintChecks = [
  'broken_document_link',
  'broken_resource_link',
  'ambiguous_link',
  'unresolved_block_anchor',
  'unresolved_heading_anchor',
  'duplicate_source_id',
  'missing_title',
  'unlocalized_remote_media',
  'missing_alt_text',
  'unreferenced_resource',
  'projection_backlog',
] as const;

/** All reasons for findings. */
const lintReasons = [
  'unknown_title',
  'unknown_note',
  'trashed_note',
  'unknown_resource',
  'malformed',
  'several_notes',
  'unknown_block',
  'unknown_heading',
  'same_source',
  'empty_title',
  'remote_image',
  'remote_html_image',
  'empty_alt_text',
  'unattached_upload',
  'detached',
  'note_purged',
] as const;

const lintFinding = z
  .object({
    document_id: id('document').nullable().describe('Null where no note is concerned.'),
    line: count.nullable().describe('From 1; null where the finding has no place in a text.'),
    column: count.nullable().describe('From 1, in code points.'),
    reason: z.enum(lintReasons),
    fingerprint_sha256: sha256.describe('Of the target as written, in UTF-8; of an attachment, of its bytes.'),
    resource_id: id('resource').optional(),
  })
  .meta({ id: 'LintFinding' });

export const lintReport = z
  .object({
    generated_at: timestamp,
    checks: z.array(
      z.object({
        check: z.enum(lintChecks),
        count: count.describe('All findings.'),
        examples: z.array(lintFinding).describe('The first of them, detail_limit at most.'),
      }),
    ),
    report_sha256: sha256.describe('Of all findings of these checks: equal findings, equal digest.'),
    unparsed_documents: count.describe(
      'Notes in which more may be found: too long to be read in time, or with too much in them to be read in full.',
    ),
  })
  .meta({ id: 'LintReport' });

/** All reasons why an unreferenced attachment may be collected. */
const gcReasons = ['unattached_upload', 'detached', 'note_purged', 'unreferenced_blob'] as const;

const gcEntry = z
  .object({
    resource_id: id('resource').nullable().describe('Null for stored bytes that are no attachment’s.'),
    sha256,
    size_bytes: bytes,
    reason: z.enum(gcReasons),
    eligible_at: timestamp.describe('From then on it may be collected.'),
  })
  .meta({ id: 'GcEntry' });

const total = z.object({ count, bytes });

export const gcReport = z
  .object({
    generated_at: timestamp,
    retention: z.object({ unattached_days: count, purged_days: count }),
    eligible: z.array(gcEntry).describe('The first 1,000: attachments by eligible_at, then bytes that are none’s.'),
    retained: z.array(gcEntry).describe('Not yet eligible; the first 1,000 in the same order.'),
    plan_sha256: sha256.describe(
      'Of all that is eligible, and of nothing else: the same eligible entries, the same digest.',
    ),
    totals: z
      .object({ eligible: total, retained: total, attached: total.describe('Attachments that notes have.') })
      .describe('Complete, also where the lists are cut.'),
    truncated: z.boolean(),
  })
  .meta({ id: 'GcReport' });

export const referenceReport = z
  .object({
    generated_at: timestamp,
    shared_blobs: z
      .array(
        z.object({
          sha256,
          size_bytes: bytes,
          resource_count: count,
          resource_ids: z.array(id('resource')).describe('The first 100.'),
        }),
      )
      .describe('Bytes that several attachments are made of; the first 1,000 by SHA-256.'),
    unreferenced_blobs: z
      .array(z.object({ sha256, size_bytes: bytes }))
      .describe('Stored bytes that are no attachment’s; the first 1,000 by SHA-256.'),
    usage_by_notebook: z
      .array(
        z.object({
          notebook_id: id('notebook'),
          documents: count.describe('Active notes with an attachment.'),
          resources: count.describe('Attachments they have, each once.'),
          bytes,
        }),
      )
      .describe('Of the notes directly in each notebook.'),
    perceptual_suggestions: z
      .array(z.object({ resource_ids: z.array(id('resource')) }))
      .describe('Always empty: what only looks alike is not looked for.'),
    totals: z
      .object({ shared_blobs: total, unreferenced_blobs: total })
      .describe('Complete, also where lists are cut.'),
    truncated: z.boolean(),
  })
  .meta({ id: 'ReferenceReport' });
