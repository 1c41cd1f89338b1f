import { z } from 'zod';
import { defer } from '../defer.js';
import { count, id, sha256, timestamp } from './primitives.js';

const bytes = defer(() => count.describe('Bytes.'));

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
  'waiting_for_index',
  'refused_by_index',
] as const;

const lintFinding = defer(() =>
  z
    .object({
      document_id: id('document').nullable().describe('Null if no note is affected.'),
      line: count.nullable().describe('From 1; null if the finding has no position in a text.'),
      column: count.nullable().describe('From 1, in code points.'),
      reason: z.enum(lintReasons),
      fingerprint_sha256: sha256.describe(
        'Digest of the target as written, in UTF-8; for an attachment, of its bytes.',
      ),
      resource_id: id('resource').optional(),
    })
    .meta({ id: 'LintFinding' }),
);

export const lintReport = defer(() =>
  z
    .object({
      generated_at: timestamp,
      checks: z.array(
        z.object({
          check: z.enum(lintChecks),
          count: count.describe('All findings.'),
          examples: z.array(lintFinding()).describe('The first findings, at most detail_limit.'),
        }),
      ),
      report_sha256: sha256.describe('Digest of all findings of these checks. Equal findings have equal digests.'),
      unparsed_documents: count.describe(
        'Notes that may have more findings: they are too long to be read in time, or contain too much to be read in full.',
      ),
    })
    .meta({ id: 'LintReport' }),
);

/** All reasons why an unreferenced attachment may be collected. */
const gcReasons = ['unattached_upload', 'detached', 'note_purged', 'unreferenced_blob'] as const;

const gcEntry = defer(() =>
  z
    .object({
      resource_id: id('resource').nullable().describe('Null for a blob without an attachment.'),
      sha256,
      size_bytes: bytes(),
      reason: z.enum(gcReasons),
      eligible_at: timestamp.describe('Time from which it may be collected.'),
    })
    .meta({ id: 'GcEntry' }),
);

const total = defer(() => z.object({ count, bytes: bytes() }));

export const gcReport = defer(() =>
  z
    .object({
      generated_at: timestamp,
      retention: z.object({ unattached_days: count, purged_days: count }),
      eligible: z
        .array(gcEntry())
        .describe('The first 1,000: attachments by eligible_at, then blobs without an attachment.'),
      retained: z.array(gcEntry()).describe('Not yet eligible; the first 1,000 in the same order.'),
      plan_sha256: sha256.describe('Digest of the eligible entries. Equal entries have equal digests.'),
      totals: z
        .object({ eligible: total(), retained: total(), attached: total().describe('Attachments that notes use.') })
        .describe('Complete, even if the lists are truncated.'),
      truncated: z.boolean(),
    })
    .meta({ id: 'GcReport' }),
);

export const referenceReport = defer(() =>
  z
    .object({
      generated_at: timestamp,
      shared_blobs: z
        .array(
          z.object({
            sha256,
            size_bytes: bytes(),
            resource_count: count,
            resource_ids: z.array(id('resource')).describe('The first 100.'),
          }),
        )
        .describe('Blobs that several attachments share; the first 1,000 by SHA-256.'),
      unreferenced_blobs: z
        .array(z.object({ sha256, size_bytes: bytes() }))
        .describe('Blobs without an attachment; the first 1,000 by SHA-256.'),
      usage_by_notebook: z
        .array(
          z.object({
            notebook_id: id('notebook'),
            documents: count.describe('Active notes with an attachment.'),
            resources: count.describe('Attachments of these notes, each counted once.'),
            bytes: bytes(),
          }),
        )
        .describe('Usage of the notes directly in each notebook.'),
      perceptual_suggestions: z
        .array(z.object({ resource_ids: z.array(id('resource')) }))
        .describe('Always empty: similar images are not detected.'),
      totals: z
        .object({ shared_blobs: total(), unreferenced_blobs: total() })
        .describe('Complete, even if lists are truncated.'),
      truncated: z.boolean(),
    })
    .meta({ id: 'ReferenceReport' }),
);
