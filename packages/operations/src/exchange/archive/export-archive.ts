import { resolve } from 'node:path';
import { ArchiveError, type Manifest } from '@notes/archive-manifest';
import type { Input, Output } from '@notes/contract';
import { type LibrarySnapshot, openSnapshot, type SelectionContents } from '@notes/storage';
import { computeSelectionDigest, gather } from '../../organise/selection/gather.js';
import { planSelection, planTask } from '../../organise/selection/plan.js';
import { toRecordCounts } from '../../organise/selection/plan-task.js';
import type { SelectionTask } from '../../organise/selection/selection-task.js';
import type { Context } from '../../platform/context.js';
import { refuseLibrary } from '../../platform/outside-folder.js';
import { timestamp } from '../../platform/wire.js';
import { refuseMissingBytes } from '../../sync/resources/refuse-missing-bytes.js';
import { createProgressReporter } from './create-progress-reporter.js';
import { createRecordSource, type RecordSource } from './record-source.js';
import { asRefusal } from './refusal.js';
import { ArchiveTarget, checkTarget } from './target.js';
import { writeLibrary } from './write-library.js';

type Outcome = Output<'exportArchive'>;
type Request = Input<'exportArchive'>;

/**
 * Exports a snapshot of the library into an archive folder. `context.signal` stops the export between two objects; the
 * next export to the same folder resumes it. Nothing is purged or garbage-collected while it runs.
 *
 * @throws ServiceError `conflict` for a folder that is not empty and holds neither an archive nor an unfinished export
 * of this library; nothing was written then
 */
export async function exportArchive(context: Context, input: Request): Promise<Outcome> {
  const directory = resolve(input.directory);
  refuseLibrary(directory, context.library.store.paths.dataDir);
  const { target, selection, policy } = input;
  const plan = { target, policy, detail_limit: 0, ...(selection && { selection }) };
  const task = planTask(context, plan);
  if (input.dry_run) {
    refuseForeign(directory, task.databaseId);
    return toDryRunOutcome(directory, await planSelection(context, plan));
  }
  const lock = context.library.store.lockMaintenance(describeHolder(context));
  try {
    return await exportSnapshot(context, { ...input, directory }, task);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    lock.release();
  }
}

/** Refuses a dry run for the same folders as the export. */
function refuseForeign(directory: string, databaseId: string): void {
  try {
    checkTarget(directory, databaseId);
  } catch (error) {
    throw asRefusal(error);
  }
}

const toDryRunOutcome = (directory: string, { counts, manifest_sha256 }: Output<'planSelection'>): Outcome => ({
  directory,
  dry_run: true,
  interrupted: false,
  selection_manifest_sha256: manifest_sha256,
  counts,
  archive: null,
});

async function exportSnapshot(context: Context, input: Request, plan: SelectionTask): Promise<Outcome> {
  const { layout, paranoid: isParanoid } = input;
  const target = await ArchiveTarget.open(input.directory, { layout, databaseId: plan.databaseId, isParanoid });
  let snapshot: LibrarySnapshot | undefined;
  try {
    snapshot = openSnapshot(plan.dataDir);
    return await exportFrom(snapshot, target, { context, input, plan });
  } finally {
    snapshot?.close();
    target.close();
  }
}

interface ExportTask {
  readonly context: Context;
  readonly input: Request;
  readonly plan: SelectionTask;
}

interface GatheredExport extends ExportTask {
  readonly contents: SelectionContents;
  readonly counts: Outcome['counts'];
  readonly records: RecordSource;
}

async function exportFrom(snapshot: LibrarySnapshot, target: ArchiveTarget, order: ExportTask): Promise<Outcome> {
  const { reader } = snapshot;
  const { contents } = gather(reader, order.plan);
  const stored = contents.counts();
  const records = createRecordSource(snapshot, order.plan, stored.documents);
  try {
    const counts = toRecordCounts(stored, order.plan.target);
    return await exportRecords(snapshot, target, { ...order, contents, counts, records });
  } finally {
    await records.close();
  }
}

async function exportRecords(
  { reader }: LibrarySnapshot,
  target: ArchiveTarget,
  { context, input, plan, contents, counts, records }: GatheredExport,
): Promise<Outcome> {
  refuseMissingBytes(reader, reader.archive.bytes());
  const selectionSha256 = computeSelectionDigest(plan, contents);
  const source = {
    reader,
    records,
    plan,
    selectionSha256,
    counts,
    replicaId: context.library.replicaId,
    schemaVersion: context.library.store.schemaVersion,
    createdAt: input.created_at,
    // The bytes of each attachment are an object too.
    onObject: createProgressReporter([...Object.values(counts), counts.resources], context),
  };
  const facts = {
    directory: input.directory,
    dry_run: false,
    selection_manifest_sha256: selectionSha256,
    counts,
  };
  try {
    const manifest = await writeLibrary(target, source);
    return { ...facts, interrupted: false, archive: { ...wireArchive(manifest), unread: { ...target.writer.unread } } };
  } catch (error) {
    if (error instanceof ArchiveError && error.code === 'archive_interrupted')
      return { ...facts, interrupted: true, archive: null };
    throw error;
  }
}

function wireArchive({ commit_sha256, snapshot, totals }: Manifest) {
  const { id, created_at, target, database_id } = snapshot;
  return { commit_sha256, snapshot: { id, created_at, target, database_id }, totals };
}

const describeHolder = ({ library, now }: Context) =>
  `archive export of process ${process.pid} (profile ${library.profile}, since ${timestamp(now())})`;
