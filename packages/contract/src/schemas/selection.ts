import { ENTITIES } from '@notes/archive-manifest/entities';
import { z } from 'zod';
import { defer } from '../defer.js';
import { count, id, sha256 } from './primitives.js';

export const selectionTargets = ['full_archive', 'subset_transfer', 'publication_handoff'] as const;

const entity = defer(() => z.enum(ENTITIES));
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

const plannedDocument = defer(() =>
  z
    .object({
      document_id: id('document'),
      revision_id: id('revision').describe('The current revision.'),
      notebook_id: id('notebook'),
      size_bytes: count,
      body_sha256: sha256,
      trashed: z.boolean(),
    })
    .meta({ id: 'PlannedDocument' }),
);

const plannedLinks = defer(() =>
  z
    .object({
      document_id: id('document'),
      kept: count.describe('Links to notes and attachments that are included.'),
      leaving: count.describe('Links to notes that are not included; the text keeps the link.'),
      unresolved: count.describe('Links to no note, or to several notes.'),
      external: count.describe('Links to other addresses.'),
    })
    .meta({ id: 'PlannedLinks' }),
);

const exclusion = defer(() =>
  z
    .object({
      kind: z.enum(['documents', 'notebooks', 'tags']).describe('Kind of the requested object.'),
      id: z.string().nullable().describe('Null for a tag, which is requested by name.'),
      fingerprint_sha256: sha256.optional().describe('Digest of the tag name, folded as for comparison.'),
      reason: z.enum(exclusionReasons),
    })
    .meta({ id: 'SelectionExclusion' }),
);

export const selectionPlan = defer(() =>
  z
    .object({
      target: z.enum(selectionTargets),
      policy: z
        .object({ include_trashed: z.boolean(), all_revisions: z.boolean() })
        .describe('The policy that was applied.'),
      counts: z.record(entity(), count).describe('Records in an archive of this selection; always complete.'),
      documents: z.array(plannedDocument()).describe('Sorted by id, like links.'),
      links: z.array(plannedLinks()).describe('Notes with links.'),
      privacy: z.array(
        z
          .object({ subject: z.enum(privacySubjects), decision: z.enum(decisions), count })
          .meta({ id: 'PrivacyDecision' }),
      ),
      metadata: z
        .array(
          z
            .object({ entity: entity(), included: z.array(z.string()), withheld: z.array(z.string()) })
            .meta({ id: 'MetadataDecision' }),
        )
        .describe('Included and withheld fields of each kind of record.'),
      exclusions: z.array(exclusion()),
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
        .describe('Number of rows of each complete list.'),
      manifest_sha256: sha256.describe('Digest of everything selected, as an archive of it records.'),
      truncated: z.boolean().describe('True if a list is truncated.'),
    })
    .meta({ id: 'SelectionPlan' }),
);
