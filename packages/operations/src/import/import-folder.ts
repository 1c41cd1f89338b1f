import type { Input, Output } from '@notes/contract';
import { writableNotebook } from '../access.js';
import type { Context } from '../context.js';
import { inTurn } from '../jobs/maintenance.js';
import { existingJob } from '../jobs/read.js';
import { runJob } from '../jobs/run-job.js';
import { jobFor, startJob } from '../jobs/take-up.js';
import { resolveNotebook } from '../naming/notebook.js';
import { type ImportParameters, type ImportRun, importFiles } from './import-files.js';
import { runImport } from './import-job.js';
import { ReportBuilder } from './report.js';
import { defaultSource, openFolder, type SourceFolder } from './source.js';
import { walk } from './walk.js';

/**
 * Imports a folder as a job, which `context.signal` ends at a checkpoint; what was done stays. The same import again goes
 * on with a job that did not come to its end, and else writes only what changed.
 */
export async function importFolder(context: Context, input: Input<'importFolder'>): Promise<Output<'importFolder'>> {
  const folder = await openFolder(input.path);
  const parameters = {
    format: input.format,
    path: folder.path,
    source: input.source ?? defaultSource(folder),
    notebook_id: input.notebook === undefined ? null : baseOf(context, input.notebook),
    on_duplicate: input.on_duplicate,
  };
  return input.dry_run ? rehearse(context, folder, parameters) : importInJob(context, parameters);
}

/** Refuses a notebook that takes no notes before anything is read. */
function baseOf({ library }: Context, notebook: string): string {
  return library.store.read((reader) => writableNotebook(reader, resolveNotebook(reader, notebook).id).id);
}

async function importInJob(context: Context, parameters: ImportParameters): Promise<Output<'importFolder'>> {
  const report = new ReportBuilder();
  const order = jobFor(context, { kind: 'import', parameters });
  const { state, error } = await inTurn(context, order, async () => {
    const held = await startJob(context, order);
    return runJob(context, held, (job) => runImport(job, report));
  });
  if (error !== undefined) throw error;
  const { library, now } = context;
  report.asStored(library.store.read((reader) => existingJob(reader, order.id, now())));
  const job = { job_id: order.id, state };
  return report.finish({ source: parameters.source, dry_run: false, interrupted: state !== 'succeeded', job });
}

/** Does the same and undoes each slice. */
async function rehearse(
  context: Context,
  folder: SourceFolder,
  parameters: ImportParameters,
): Promise<Output<'importFolder'>> {
  const { library, now, signal, progress } = context;
  const report = new ReportBuilder();
  const found = await walk(folder.path, signal);
  const { files, complete } = found;
  report.found(found);
  const goesOn = (done: number) => {
    progress?.(done, files.length);
    return signal?.aborted !== true;
  };
  const write: ImportRun['write'] = (work) => library.store.write((unit) => unit.rehearse(() => work(unit)));
  const run = { library, parameters, folder, report, write, dryRun: true, now, goesOn };
  const done = await importFiles(run, found, { done: 0, record: [] });
  progress?.(done, files.length);
  const interrupted = !complete || done < files.length;
  return report.finish({ source: parameters.source, dry_run: true, interrupted, job: null });
}
