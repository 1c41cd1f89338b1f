import { type Input, type Output, ServiceError } from '@notes/contract';
import { resolveNotebook } from '../../notes/naming/notebook.js';
import { getWritableNotebook } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { jobFor, startJob } from '../../platform/jobs/acquire-job.js';
import { existingJob } from '../../platform/jobs/read.js';
import { runInTurn } from '../../platform/jobs/run-in-turn.js';
import { runJob } from '../../platform/jobs/run-job.js';
import { importListed } from './import-listed.js';
import type { ImportParameters } from './import-parameters.js';
import type { ImportRun } from './import-run.js';
import { locateSource } from './locate-source.js';
import { checkFormat, getRootName, openSource } from './open-source.js';
import { ReportBuilder } from './report.js';
import { runImport } from './run-import.js';
import { findSource, type SourcePath } from './source.js';
import { handleVanished, mayBeEmpty } from './vanished.js';

/**
 * Imports a source as a job. `context.signal` stops it at a checkpoint and keeps what was done. Repeating the import
 * resumes an unfinished job, or else writes only changes.
 */
export async function importFolder(context: Context, input: Input<'importFolder'>): Promise<Output<'importFolder'>> {
  if (input.allow_empty && !input.trash_vanished)
    throw new ServiceError('validation_failed', 'allow_empty: only allowed with trash_vanished');
  if (input.resume && input.dry_run)
    throw new ServiceError('validation_failed', 'resume: cannot be combined with dry_run');
  const located = await findSource(input.path);
  checkFormat(input.format, located);
  const { found, source } = locateSource(context.library, input.format, located, input.source);
  const parameters = {
    format: input.format,
    path: found.path,
    source,
    notebook_id: input.notebook === undefined ? null : resolveBaseNotebook(context, input.notebook),
    on_duplicate: input.on_duplicate,
    // Omitted unless requested, so that the parameters match those of a job from an earlier version.
    ...(input.trash_vanished && { trash_vanished: true }),
    ...(input.allow_empty && { allow_empty: true }),
  };
  return input.dry_run ? rehearse(context, found, parameters) : importInJob(context, parameters, input);
}

/** Returns the id of the target notebook. Refuses a read-only one before anything is read. */
function resolveBaseNotebook({ library }: Context, notebook: string): string {
  return library.store.read((reader) => getWritableNotebook(reader, resolveNotebook(reader, notebook).id).id);
}

async function importInJob(
  context: Context,
  parameters: ImportParameters,
  { resume }: Pick<Input<'importFolder'>, 'resume'>,
): Promise<Output<'importFolder'>> {
  const report = new ReportBuilder();
  const order = jobFor(context, { kind: 'import', parameters });
  const known = context.library.store.read(({ jobs }) => jobs.get(order.id, context.now()));
  if (resume && known === undefined)
    throw new ServiceError('not_found', 'resume: there is no unfinished import of this source with these options');
  const { state, error } = await runInTurn(context, order, async () => {
    const held = await startJob(context, order);
    return runJob(context, held, (job) => runImport(job, report));
  });
  if (error !== undefined) throw error;
  const { library, now } = context;
  report.limitToStored(library.store.read((reader) => existingJob(reader, order.id, now())));
  const job = { job_id: order.id, state };
  return report.finish({ source: parameters.source, dry_run: false, interrupted: state !== 'succeeded', job });
}

/** Runs the import and rolls back each slice. */
async function rehearse(
  context: Context,
  found: SourcePath,
  parameters: ImportParameters,
): Promise<Output<'importFolder'>> {
  const { library, now, signal, progress } = context;
  const report = new ReportBuilder();
  const source = await openSource(parameters.format, found, { mayBeEmpty: mayBeEmpty(parameters) });
  try {
    const listing = await source.list(signal);
    const { notes, complete } = listing;
    report.recordListing(listing);
    const shouldContinue = (done: number) => {
      progress?.(done, notes.length);
      return signal?.aborted !== true;
    };
    const write: ImportRun['write'] = (work) => library.store.write((unit) => unit.rehearse(() => work(unit)));
    const run = {
      library,
      parameters,
      rootName: getRootName(parameters.format, found),
      report,
      write,
      dryRun: true,
      now,
      shouldContinue,
    };
    const done = await importListed(run, listing, { done: 0, record: [] });
    progress?.(done, notes.length);
    const interrupted = !complete || done < notes.length;
    if (!interrupted) await handleVanished(run, listing);
    return report.finish({ source: parameters.source, dry_run: true, interrupted, job: null });
  } finally {
    await source.close();
  }
}
