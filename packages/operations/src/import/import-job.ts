import type { JobProgress } from '@notes/storage';
import type { JobRun } from '../jobs/job-run.js';
import { readStored } from '../jobs/stored.js';
import { type ImportRun, importFiles } from './import-files.js';
import { ReportBuilder } from './report.js';
import { openFolder } from './source.js';
import { storedCheckpoint, storedParameters } from './stored.js';
import { Trail } from './trail.js';
import { walk } from './walk.js';

/** Job `import`: imports a folder in slices, each boundary a checkpoint. */
export async function runImport(job: JobRun, report = new ReportBuilder()): Promise<JobProgress> {
  const { library, now, signal } = job;
  const parameters = readStored(storedParameters, job.parameters);
  const checkpoint = readStored(storedCheckpoint, job.checkpoint);
  if (checkpoint === null) await job.save({ phase: 'scan', processed: 0, total: null, summary: {} });
  const folder = await openFolder(parameters.path);
  const found = await walk(folder.path, signal);
  const { files } = found;
  signal.throwIfAborted();
  report.found(found);
  const { dataDir } = library.store.paths;
  const write: ImportRun['write'] = (work) => job.write(work);
  const options = { dataDir, source: parameters.source, files, report, at: now(), fence: write };
  const trail = await Trail.open(checkpoint, options);
  const progress = (processed: number) => ({ phase: 'notes', processed, total: files.length, summary: report.summary });
  const goesOn = async (done: number) => {
    await job.save({ ...progress(done), checkpoint: trail.checkpoint });
    return true;
  };
  const settled: ImportRun['settled'] = (slice) => trail.add(slice);
  try {
    const run = { library, parameters, folder, report, write, dryRun: false, now, goesOn, settled };
    return progress(await importFiles(run, found, { done: trail.checkpoint.done, record: trail.record }));
  } finally {
    await trail.close();
  }
}
