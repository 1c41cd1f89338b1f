import { resolve } from 'node:path';
import type { Input, Output } from '@notes/contract';
import { planTask } from '../../organise/selection/plan.js';
import type { Context } from '../../platform/context.js';
import { refuseLibrary } from '../../platform/outside-folder.js';
import { ExportProgress, ExportStopped } from './export-progress.js';
import { writeHtml } from './html.js';
import { writeJson } from './json.js';
import { writeMarkdown } from './markdown.js';
import { type Snapshot, withSnapshot } from './snapshot.js';
import { TargetFolder } from './target-folder.js';
import { writeAttachments } from './write-attachments.js';

type Request = Input<'exportNotes'>;
type Outcome = Output<'exportNotes'>;

/** Writes everything but the attachments of a selection in one format. The target is null on a dry run. */
export type Writer = (snapshot: Snapshot, target: TargetFolder | null, progress: ExportProgress) => Promise<void>;

const WRITERS: Readonly<Record<Request['format'], Writer>> = {
  markdown: (...order) => writeMarkdown(...order, { obsidian: false }),
  obsidian: (...order) => writeMarkdown(...order, { obsidian: true }),
  html: writeHtml,
  json: writeJson,
};

/**
 * Exports notes to a folder for other programs: all except those in Trash, Help and Reports, or the selection. The
 * folder appears once it is complete. `context.signal` stops the export between two files and leaves nothing behind.
 *
 * @throws ServiceError as {@link TargetFolder.open}
 */
export async function exportNotes(context: Context, input: Request): Promise<Outcome> {
  const directory = resolve(input.directory);
  refuseLibrary(directory, context.library.store.paths.dataDir);
  const { selection = { query: '' }, policy } = input;
  const plan = planTask(context, { target: 'subset_transfer', selection, policy, detail_limit: 0 });
  return withSnapshot(context, plan, {
    what: 'export',
    work: (snapshot) => exportSnapshot(context, { ...input, directory }, snapshot),
  });
}

async function exportSnapshot(context: Context, input: Request, snapshot: Snapshot): Promise<Outcome> {
  const { directory, format, dry_run } = input;
  const { documents, notebooks, resources } = snapshot.contents.counts();
  const progress = new ExportProgress(context, documents + resources);
  const target = dry_run ? null : await TargetFolder.open(directory, { replace: input.replace });
  try {
    await WRITERS[format](snapshot, target, progress);
    await writeAttachments(snapshot, target, progress);
    const tree_sha256 = (await target?.commit()) ?? null;
    return outcome({ interrupted: false, tree_sha256 });
  } catch (error) {
    if (error instanceof ExportStopped) return outcome({ interrupted: true, tree_sha256: null });
    throw error;
  } finally {
    target?.discard();
  }

  function outcome(end: Pick<Outcome, 'interrupted' | 'tree_sha256'>): Outcome {
    const counts = { notes: documents, notebooks, attachments: resources, attachment_bytes: progress.bytes };
    const { manifestSha256: selection_manifest_sha256 } = snapshot;
    const { exclusions } = snapshot;
    return {
      directory,
      format,
      dry_run,
      ...end,
      selection_manifest_sha256,
      counts,
      warnings: progress.warnings(exclusions),
    };
  }
}
