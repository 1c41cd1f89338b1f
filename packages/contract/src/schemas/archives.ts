import { ENTITIES } from '@notes/archive-manifest/entities';
import { z } from 'zod';
import { defer } from '../defer.js';
import { count, sha256 } from './primitives.js';
import { selectionTargets } from './selection.js';

const counts = defer(() => z.record(z.enum(ENTITIES), count).describe('Number of records of each kind.'));
const totals = defer(() =>
  z.object({
    objects: count,
    bytes: count,
    record_chunks: count,
    blobs: count,
    packs: count.optional().describe('Absent if there are none.'),
  }),
);
const snapshot = defer(() =>
  z.object({
    id: z.string(),
    created_at: z.string().describe('Time of the newest change in it, unless another one was given.'),
    target: z.enum(selectionTargets),
    database_id: z.string(),
  }),
);

/** Findings about the selection of an archive, as in its plan. */
const archiveWarningCodes = ['empty_selection', 'selectors_not_found', 'query_parts_as_words'] as const;

/** Result of `notes archive export`, or of its dry run. */
export const exportOutcome = defer(() =>
  z
    .object({
      directory: z.string(),
      dry_run: z.boolean(),
      interrupted: z.boolean().describe('Stopped before the end; run the same command to resume.'),
      selection_manifest_sha256: sha256,
      counts: counts(),
      warnings: z.array(z.object({ code: z.enum(archiveWarningCodes), count })),
      archive: z
        .object({
          commit_sha256: sha256.describe('Digest that covers every byte of the archive.'),
          snapshot: snapshot(),
          totals: totals(),
          unread: z
            .object({ objects: count, bytes: count })
            .describe('Existing objects of which only the sizes were checked.'),
        })
        .nullable()
        .describe('Null unless it was written.'),
    })
    .meta({ id: 'ArchiveExport' }),
);

/** Problem in an archive, described by ids, digests and locations, without text of notes. */
const archiveProblem = defer(() =>
  z.object({
    code: z.string(),
    path: z.array(z.union([z.string(), z.int()])).describe('Field or line with the problem.'),
    file: z.string().optional(),
    object: sha256.optional(),
    detail: z.string(),
  }),
);

/** Properties of an archive, as far as it was verified. */
export const archiveReport = defer(() =>
  z
    .object({
      directory: z.string(),
      level: z.int().min(0).max(4),
      interrupted: z.boolean().describe('Stopped before the end; there is no result.'),
      ok: z.boolean().describe('True if the checked parts have no problem.'),
      sample: z
        .object({ percent: count, objects: count })
        .nullable()
        .describe('How much was checked at level 3; null if all of it.'),
      problem_count: count,
      problems: z.array(archiveProblem()).describe('The first 1,000.'),
      warnings: z.array(archiveProblem()).describe('Findings that are not defects of the archive.'),
      manifest: z
        .object({
          commit_sha256: sha256,
          snapshot: snapshot().extend({ source_replica_id: z.string(), selection_manifest_sha256: sha256 }),
          schema_versions: z.object({ source: count, minimum: count, maximum: count }),
          required_capabilities: z.array(z.string()),
          index_objects: count,
          totals: totals(),
          counts: counts(),
        })
        .nullable()
        .describe('Null if it could not be read.'),
      bytes_read: count,
      seconds: z.number(),
    })
    .meta({ id: 'ArchiveReport' }),
);

/** Result of `notes archive restore`, or of its dry run. */
export const restoreOutcome = defer(() =>
  z
    .object({
      data_dir: z.string().describe('Data directory of the restored library, existing or planned.'),
      dry_run: z.boolean(),
      restored: z.boolean(),
      kept_aside: z
        .string()
        .nullable()
        .describe('New location of the unused library that was there before; null if there was none.'),
      confirmation: z
        .string()
        .nullable()
        .describe('Confirmation required to move such a library aside; only in a dry run.'),
      earlier: z
        .array(sha256)
        .describe(
          'When the archive has problems: commits of earlier exports in its folder, newest first. The first 10.',
        ),
      report: archiveReport().describe('Result of the check of the archive at level 4.'),
    })
    .meta({ id: 'ArchiveRestore' }),
);

/** Records of a kind in an archive and in the library. */
const comparedKind = defer(() =>
  z.object({
    archive: count.describe('Number in the archive.'),
    library: count.describe('Number in the library.'),
    newer: count.describe('Only in the library: added since the archive was made.'),
    missing: count.describe(
      'Only in the library, and unchanged since the archive was made, so that the archive should have them. Found for archives that this library remembers: those of the last four folders.',
    ),
    deleted: count.describe('Only in the archive: deleted from the library since.'),
    changed: count.describe('In both, changed since.'),
  }),
);

/** Result of `notes archive drill`. */
export const drillOutcome = defer(() =>
  z
    .object({
      directory: z.string(),
      ok: z
        .boolean()
        .describe('True if the archive can be restored, no compared record differs, and none is missing from it.'),
      interrupted: z.boolean().describe('Stopped before the end; there is no result.'),
      archived_at: z
        .string()
        .nullable()
        .describe(
          'Time at which the archive had the whole library: now if nothing has changed since, else the time of its export, or of its newest change if the export is not known. Null if it could not be restored.',
        ),
      compared: z
        .object({
          kinds: z.object({
            documents: comparedKind(),
            revisions: comparedKind(),
            notebooks: comparedKind(),
            search_notebooks: comparedKind(),
            tags: comparedKind(),
            document_tags: comparedKind(),
            resources: comparedKind(),
            document_resources: comparedKind(),
          }),
          trashed: z.object({ archive: count, library: count }).describe('Notes in Trash.'),
          notes: count.describe('Notes of the archive whose texts were compared with the library.'),
          same: count,
          changed: count.describe('Changed in the library since.'),
          removed: count.describe('Deleted permanently from the library since.'),
          differing_count: count.describe(
            'Notes whose revision has another title or text than in the library, and attachments with other bytes.',
          ),
          differing: z.array(z.string()).describe('Their ids. The first 100.'),
          missing_count: count.describe('Records that are missing from the archive.'),
          missing: z.array(z.string()).describe('Their ids. The first 100.'),
        })
        .nullable()
        .describe('Null if the archive could not be restored.'),
      last_success_at: z
        .string()
        .nullable()
        .describe('Time of the last drill that succeeded before; null if none did.'),
      report: archiveReport().describe('Result of the check of the archive at level 4.'),
    })
    .meta({ id: 'ArchiveDrill' }),
);

/** Result of `notes archive prune`, or of its dry run. */
export const pruneOutcome = defer(() =>
  z
    .object({
      directory: z.string(),
      dry_run: z.boolean(),
      manifests: count.describe('Archives whose files are kept: the current one, and earlier ones in its folder.'),
      removed_manifests: count.describe('Earlier archives that are removed.'),
      files: count.describe(
        'Files that are removed. A dry run does not count the index, which is rewritten if packs are.',
      ),
      bytes: count,
      repacked: z
        .object({
          packs: count,
          bytes: count.describe('Bytes of the objects that are rewritten.'),
          held: z
            .object({ packs: count, bytes: count.describe('Their bytes that the current archive does not need.') })
            .describe('Packs that stay, because kept earlier archives use them too.'),
        })
        .describe('Packs of which less than half was in use.'),
      confirmation: z
        .string()
        .nullable()
        .describe('Confirmation required to remove the earlier archives; null if none is removed, or it was given.'),
    })
    .meta({ id: 'ArchivePrune' }),
);
