import { ENTITIES } from '@notes/archive-manifest/entities';
import { z } from 'zod';
import { count, sha256 } from './primitives.js';
import { selectionTargets } from './selection.js';

const counts = z.record(z.enum(ENTITIES), count).describe('Records of each kind.');
const totals = z.object({
  objects: count,
  bytes: count,
  record_chunks: count,
  blobs: count,
  packs: count.optional().describe('Absent where there are none.'),
});
const snapshot = z.object({
  id: z.string(),
  created_at: z.string().describe('Of the newest change in it, unless it was set.'),
  target: z.enum(selectionTargets),
  database_id: z.string(),
});

/** Result of `notes archive export`, or of its dry run. */
export const exportOutcome = z
  .object({
    directory: z.string(),
    dry_run: z.boolean(),
    interrupted: z.boolean().describe('Stopped before its end; the same command goes on.'),
    selection_manifest_sha256: sha256,
    counts,
    archive: z
      .object({
        commit_sha256: sha256.describe('Pins every byte.'),
        snapshot,
        totals,
        unread: z
          .object({ objects: count, bytes: count })
          .describe('What was there already, and of which the sizes alone were looked at.'),
      })
      .nullable()
      .describe('Null unless it was written.'),
  })
  .meta({ id: 'ArchiveExport' });

/** Problem in an archive, described by ids, digests and locations, without text of notes. */
const archiveProblem = z.object({
  code: z.string(),
  path: z.array(z.union([z.string(), z.int()])).describe('The field or line within what was read.'),
  file: z.string().optional(),
  object: sha256.optional(),
  detail: z.string(),
});

/** Properties of an archive, as far as it was verified. */
export const archiveReport = z
  .object({
    directory: z.string(),
    level: z.int().min(0).max(4),
    interrupted: z.boolean().describe('Stopped before its end: nothing was found out.'),
    ok: z.boolean().describe('Nothing is wrong with what was looked at.'),
    sample: z
      .object({ percent: count, objects: count })
      .nullable()
      .describe('How much of level 3 was looked at; null where all of it was.'),
    problem_count: count,
    problems: z.array(archiveProblem).describe('The first 1,000.'),
    warnings: z.array(archiveProblem).describe('What is no fault of the archive.'),
    manifest: z
      .object({
        commit_sha256: sha256,
        snapshot: snapshot.extend({ source_replica_id: z.string(), selection_manifest_sha256: sha256 }),
        schema_versions: z.object({ source: count, minimum: count, maximum: count }),
        required_capabilities: z.array(z.string()),
        index_objects: count,
        totals,
        counts,
      })
      .nullable()
      .describe('Null where it could not be read.'),
    bytes_read: count,
    seconds: z.number(),
  })
  .meta({ id: 'ArchiveReport' });

/** Result of `notes archive restore`, or of its dry run. */
export const restoreOutcome = z
  .object({
    data_dir: z.string().describe('Where the library is, or would be.'),
    dry_run: z.boolean(),
    restored: z.boolean(),
    kept_aside: z.string().nullable().describe('Where the library is that was there, which nobody had written to.'),
    confirmation: z.string().nullable().describe('The words it takes to put such a library aside; only in a dry run.'),
    report: archiveReport.describe('What was found of the archive, at level 4.'),
  })
  .meta({ id: 'ArchiveRestore' });

/** Result of `notes archive prune`, or of its dry run. */
export const pruneOutcome = z
  .object({
    directory: z.string(),
    dry_run: z.boolean(),
    manifests: count.describe('Whose files are kept: the archive, and the earlier ones in its folder.'),
    removed_manifests: count.describe('Earlier archives that are given up.'),
    files: count.describe('That go. A dry run does not know of the index, which is written anew where packs are.'),
    bytes: count,
    repacked: z
      .object({ packs: count, bytes: count.describe('Of the objects that are written anew.') })
      .describe('Packs of which less than half was in use.'),
    confirmation: z
      .string()
      .nullable()
      .describe('What has to be said to give up the earlier archives; null where none is, or it was said.'),
  })
  .meta({ id: 'ArchivePrune' });
