import { ENTITIES } from '@notes/archive-manifest/entities';
import { z } from 'zod';
import { count, id, sha256 } from './primitives.js';

export const selectionTargets = ['full_archive', 'subset_transfer', 'publication_handoff'] as const;

const entity = z.enum(ENTITIES);
const decisions = ['included', 'withheld', 'kept_in_text'] as const;
/** Information that a recipient of the selection may or may not get. */
const privacySubjects = [
  'trashed_notes',
  'older_revisions',
  'provenance',
  'external_links',
  'remote_media',
  'attachments',
] as const;
const exclusionReasons = ['builtin_readonly', 'trashed', 'not_found'] as const;
const warningCodes = [
  'empty_selection',
  'links_leave_selection',
  'links_unresolved',
  'remote_media',
  'unparsed_documents',
  'partly_read_documents',
  'selectors_not_found',
  /** Parts of the query that were searched as plain words and probably had another meaning. */
  'query_parts_as_words',
] as const;

const plannedDocument = z
  .object({
    document_id: id('document'),
    revision_id: id('revision').describe('The current one.'),
    notebook_id: id('notebook'),
    size_bytes: count,
    body_sha256: sha256,
    trashed: z.boolean(),
  })
  .meta({ id: 'PlannedDocument' });

const plannedLinks = z
  .object({
    document_id: id('document'),
    kept: count.describe('To notes and attachments that come along.'),
    leaving: count.describe('To notes that stay behind; the text keeps the link.'),
    unresolved: count.describe('To nothing, or to several notes.'),
    external: count.describe('To elsewhere.'),
  })
  .meta({ id: 'PlannedLinks' });

const exclusion = z
  .object({
    kind: z.enum(['documents', 'notebooks', 'tags']).describe('What was asked for.'),
    id: z.string().nullable().describe('Null for a tag: names are no ids.'),
    fingerprint_sha256: sha256.optional().describe('Of the tag’s name, folded as tags are compared.'),
    reason: z.enum(exclusionReasons),
  })
  .meta({ id: 'SelectionExclusion' });

export const selectionPlan = z
  .object({
    target: z.enum(selectionTargets),
    policy: z.object({ include_trashed: z.boolean(), all_revisions: z.boolean() }).describe('As it was applied.'),
    counts: z.record(entity, count).describe('Of an archive of this selection; always complete.'),
    documents: z.array(plannedDocument).describe('By id, as links.'),
    links: z.array(plannedLinks).describe('Notes with links.'),
    privacy: z.array(
      z
        .object({ subject: z.enum(privacySubjects), decision: z.enum(decisions), count })
        .meta({ id: 'PrivacyDecision' }),
    ),
    metadata: z
      .array(
        z
          .object({ entity, included: z.array(z.string()), withheld: z.array(z.string()) })
          .meta({ id: 'MetadataDecision' }),
      )
      .describe('Fields of each kind of record that travel, and that do not.'),
    exclusions: z.array(exclusion),
    warnings: z.array(z.object({ code: z.enum(warningCodes), count }).meta({ id: 'SelectionWarning' })),
    totals: z
      .object({
        documents: count,
        links: count,
        privacy: count,
        metadata: count,
        exclusions: count,
        warnings: count,
      })
      .describe('Rows each list would have in full.'),
    manifest_sha256: sha256.describe('Of everything selected, as an archive of it will carry.'),
    truncated: z.boolean().describe('A list is cut.'),
  })
  .meta({ id: 'SelectionPlan' });
