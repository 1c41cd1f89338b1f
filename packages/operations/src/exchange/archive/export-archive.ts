import { resolve } from 'node:path';
import { ArchiveError, type Manifest } from '@notes/archive-manifest';
import type { KeptRecords } from '@notes/archive-manifest/node';
import { type Input, type Output, ServiceError } from '@notes/contract';
import { type LibrarySnapshot, openSnapshot, type SelectionContents, type WorkerReader } from '@notes/storage';
import { isSelectionWarning, listSelectionWarnings } from '../../organise/selection/decisions.js';
import { computeSelectionDigest, gather } from '../../organise/selection/gather.js';
import { planSelection, planTask } from '../../organise/selection/plan.js';
import { toRecordCounts } from '../../organise/selection/plan-task.js';
import type { SelectionTask } from '../../organise/selection/selection-task.js';
import type { Context } from '../../platform/context.js';
import { refuseLibrary } from '../../platform/outside-folder.js';
import { timestamp } from '../../platform/wire.js';
import { refuseMissingBytes } from '../../sync/resources/refuse-missing-bytes.js';
import { type FormerRecords, listChangedRecords } from './changed-records.js';
import { createProgressReporter } from './create-progress-reporter.js';
import { ExportFacts } from './export-facts.js';
import { toUnchangedOutcome, wireArchive } from './export-outcome.js';
import { findLastExport, hasExportedTo, type LastExport, recordExport } from './last-exports.js';
import { OutdatedExport } from './outdated-export.js';
import { PartMaker } from './record-parts.js';
import { createRecordSource, RecordSource } from './record-source.js';
import { formatConditions } from './recorded-exports.js';
import { asRefusal } from './refusal.js';
import { ArchiveTarget, checkTarget } from './target.js';
import { writeLibrary } from './write-library.js';

type Outcome = Output<'exportArchive'>;
type Request = Input<'exportArchive'>;

/** More warnings than a plan has kinds of. */
const MAX_WARNINGS = 20;

/**
 * Exports a snapshot of the library into an archive folder. `context.signal` stops the export between two objects; the
 * next export to the same folder resumes it. Nothing is purged or garbage-collected while it runs.
 *
 * @throws ServiceError `conflict` for a folder that is not empty and holds neither an archive nor an unfinished export
 * of this library, for a selection where the archive of the whole library is, and for a folder whose archive is gone;
 * nothing was written then
 */
export async function exportArchive(context: Context, input: Request): Promise<Outcome> {
  const directory = resolve(input.directory);
  refuseLibrary(directory, context.library.store.paths.dataDir);
  const { target, selection, policy } = input;
  const plan = { target, policy, detail_limit: MAX_WARNINGS, ...(selection && { selection }) };
  const task = planTask(context, plan);
  checkFolder(context, { ...input, directory }, task);
  if (input.dry_run) return toDryRunOutcome(directory, await planSelection(context, plan), task);
  const lock = context.library.store.lockMaintenance(describeHolder(context));
  try {
    return await exportSnapshot(context, { ...input, directory }, task);
  } catch (error) {
    throw asRefusal(error, directory);
  } finally {
    lock.release();
  }
}

/**
 * Checks the folder before anything is written, and for a dry run as for an export.
 *
 * @throws ServiceError as {@link exportArchive}
 */
function checkFolder({ library }: Context, { directory, new_archive }: Request, plan: SelectionTask): void {
  try {
    const isEmpty = checkTarget(directory, plan).kind === 'empty';
    if (new_archive || !isEmpty || !hasExportedTo(library, directory)) return;
  } catch (error) {
    throw asRefusal(error);
  }
  // A complete archive below a mount point fills the wrong disk, and nobody finds it there.
  throw new ServiceError(
    'conflict',
    `The archive that was in ${directory} is gone. Check that its disk is mounted, or give --new-archive to begin a new one`,
  );
}

const toDryRunOutcome = (
  directory: string,
  { counts, warnings, manifest_sha256 }: Output<'planSelection'>,
  { selectors }: SelectionTask,
): Outcome => ({
  directory,
  dry_run: true,
  interrupted: false,
  selection_manifest_sha256: manifest_sha256,
  counts,
  warnings: selectors === null ? [] : warnings.filter(isSelectionWarning),
  archive: null,
});

async function exportSnapshot(context: Context, input: Request, plan: SelectionTask): Promise<Outcome> {
  const { layout, compress } = input;
  const { databaseId } = plan;
  const target = ArchiveTarget.open(input.directory, { layout, compress, databaseId, target: plan.target });
  try {
    const last = await findUsableExport(context, target, { input, plan });
    if (last !== null && isUnchangedSince(context, last.seq)) return leaveUnchanged(target, input);
    return await exportChanges(context, target, { input, plan, last });
  } finally {
    target.close();
  }
}

/** Exports the library once more in full when it does not fit the earlier export, or that one is damaged. */
async function exportChanges(context: Context, target: ArchiveTarget, order: ExportOrder): Promise<Outcome> {
  let snapshot: LibrarySnapshot | undefined;
  try {
    const stateAt = context.now();
    snapshot = openSnapshot(order.plan.dataDir);
    return await exportFrom(snapshot, target, { ...order, context, stateAt });
  } catch (error) {
    if (order.last === null || !(error instanceof OutdatedExport)) throw error;
    return await exportChanges(context, target, { ...order, last: null });
  } finally {
    snapshot?.close();
  }
}

type Wanted = Pick<ExportOrder, 'input' | 'plan'>;

/** Returns the last export that made the archive of the folder as it is now. Exports of a selection are not recorded. */
async function findUsableExport(context: Context, target: ArchiveTarget, wanted: Wanted): Promise<LastExport | null> {
  const { formerManifest: manifest } = target;
  if (manifest === null || wanted.input.paranoid || wanted.plan.selectors !== null || target.hasLeftovers) return null;
  const asked = { commitSha256: manifest.commit_sha256, conditions: toConditions(context, wanted) };
  return findLastExport(context.library, asked, () => target.stamp(manifest));
}

const toConditions = ({ library }: Context, { input, plan }: Wanted): string =>
  formatConditions({
    schemaVersion: library.store.schemaVersion,
    serviceVersion: library.serviceVersion,
    databaseId: library.databaseId,
    replicaId: library.replicaId,
    target: plan.target,
    layout: input.layout,
    compress: input.compress,
    createdAt: input.created_at ?? null,
  });

const isUnchangedSince = ({ library }: Context, seq: number): boolean =>
  library.store.read(({ journal }) => !journal.hasArchivedChange(seq));

/** Answers an export after which the archive would be the same. */
function leaveUnchanged(target: ArchiveTarget, { directory }: Request): Outcome {
  target.leaveUnchanged();
  return toUnchangedOutcome(directory, target.formerManifest as Manifest);
}

interface ExportOrder {
  readonly input: Request;
  readonly plan: SelectionTask;
  /** Last export to the folder, whose files nobody has changed since; null to export everything. */
  readonly last: LastExport | null;
}

interface ExportTask extends ExportOrder {
  readonly context: Context;
  /** Time at which the snapshot was opened, in milliseconds since the Unix epoch. */
  readonly stateAt: number;
}

interface GatheredExport extends ExportTask {
  readonly contents: SelectionContents;
  readonly counts: Outcome['counts'];
  readonly warnings: Outcome['warnings'];
}

async function exportFrom(snapshot: LibrarySnapshot, target: ArchiveTarget, order: ExportTask): Promise<Outcome> {
  const { contents, exclusions } = gather(snapshot.reader, order.plan);
  const stored = contents.counts();
  const counts = toRecordCounts(stored, order.plan.target);
  const { selectors } = order.plan;
  const facts = { counts, exclusions, partsAsWords: selectors?.partsAsWords ?? 0 };
  // The whole library may be empty.
  const warnings = selectors === null ? [] : listSelectionWarnings(facts);
  const { reader } = snapshot;
  refuseMissingBytes(reader, reader.archive.bytes());
  const former = findFormerRecords(snapshot, order, stored.documents);
  const gathered = { ...order, contents, counts, warnings };
  if (former !== null) return await exportRecords(snapshot, target, gathered, former);
  const records = createRecordSource(snapshot, order.plan, stored.documents);
  try {
    return await exportRecords(snapshot, target, gathered, records);
  } finally {
    await records.close();
  }
}

/** Largest share of changed notes for which records of the earlier archive are used. */
const MAX_CHANGED_SHARE = 0.1;

/** Returns null when all records have to be made. */
function findFormerRecords({ reader }: LibrarySnapshot, { last }: ExportTask, notes: number): FormerRecords | null {
  if (last?.records == null) return null;
  const most = Math.ceil(notes * MAX_CHANGED_SHARE);
  const changes = reader.journal.archivedChanges(last.seq, most + 1);
  return changes.notes.length > most ? null : { objects: last.records, changes };
}

async function exportRecords(
  snapshot: LibrarySnapshot,
  target: ArchiveTarget,
  { context, stateAt, input, plan, last, contents, counts, warnings }: GatheredExport,
  made: RecordSource | FormerRecords,
): Promise<Outcome> {
  const { reader } = snapshot;
  const selectionSha256 = computeSelectionDigest(plan, contents);
  const facts = new ExportFacts();
  const answer = {
    directory: input.directory,
    dry_run: false,
    selection_manifest_sha256: selectionSha256,
    counts,
    warnings,
  };
  const writer = await target.startWriting({
    reread: input.paranoid ? 'all' : last === null ? 'some' : 'none',
    recordBytes: made instanceof RecordSource ? undefined : sumSizes(made.objects),
    onRecords: (object) => facts.addObject(object),
  });
  const records =
    made instanceof RecordSource
      ? made
      : listChangedRecords(
          new PartMaker(reader, plan.target),
          { target: plan.target, former: made },
          {
            canKeep: (entity) => writer.canKeepRecords(entity),
            readObject: (object) => target.readFormerObject('records', object),
          },
        );
  if (!(made instanceof RecordSource)) addKnownFacts(facts, made, { reader, last });
  const source = {
    reader,
    records,
    facts,
    plan,
    selectionSha256,
    counts,
    replicaId: context.library.replicaId,
    schemaVersion: context.library.store.schemaVersion,
    createdAt: input.created_at,
    isComplete: made instanceof RecordSource,
    // The bytes of each attachment are an object too.
    onObjects: createProgressReporter([...Object.values(counts), counts.resources], context),
  };
  try {
    const manifest = await writeLibrary(target, writer, source);
    if (plan.selectors === null) await remember(context, target, { manifest, stateAt, input, plan, reader, facts });
    return { ...answer, interrupted: false, archive: { ...wireArchive(manifest), unread: { ...writer.unread } } };
  } catch (error) {
    if (error instanceof ArchiveError && error.code === 'archive_interrupted')
      return { ...answer, interrupted: true, archive: null };
    throw error;
  }
}

const sumSizes = (objects: readonly KeptRecords[]) => objects.reduce((sum, { size_bytes }) => sum + size_bytes, 0);

/** Adds the facts about the records that are not made. */
function addKnownFacts(
  facts: ExportFacts,
  { changes }: FormerRecords,
  { reader, last }: { reader: WorkerReader; last: LastExport | null },
): void {
  const changed = new Set(changes.notes);
  facts.addLongBodies(last?.longBodies.filter(({ documentId }) => !changed.has(documentId)) ?? []);
  facts.addFormerTimes(last?.newestMs ?? null, () => reader.archive.newestTimeOfNotes());
}

/** Records the exported state, so that the next export need not read it again. */
async function remember(
  context: Context,
  target: ArchiveTarget,
  { manifest, stateAt, input, plan, reader, facts }: Remembered,
): Promise<void> {
  const filesSha256 = await target.stamp(manifest);
  if (filesSha256 === null) return;
  await recordExport(context.library, {
    directory: input.directory,
    commitSha256: manifest.commit_sha256,
    filesSha256,
    stateAt,
    seq: reader.journal.last(),
    conditions: toConditions(context, { input, plan }),
    records: facts.objects,
    newestMs: facts.newestMs,
    longBodies: facts.longBodies,
  });
}

interface Remembered extends Wanted, Pick<ExportTask, 'stateAt'> {
  readonly manifest: Manifest;
  /** Reader of the exported state. */
  readonly reader: WorkerReader;
  readonly facts: ExportFacts;
}

const describeHolder = ({ library, now }: Context) =>
  `archive export of process ${process.pid} (profile ${library.profile}, since ${timestamp(now())})`;
