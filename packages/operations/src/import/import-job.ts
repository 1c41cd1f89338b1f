import type { JobProgress } from '@notes/storage';
import type { JobRun } from '../jobs/job-run.js';
import { readStored } from '../jobs/stored.js';
import { importListed } from './import-listed.js';
import type { ImportRun } from './import-run.js';
import { openSource, rootNameOf } from './open-source.js';
import { ReportBuilder } from './report.js';
import { findSource } from './source.js';
import { keepBundle } from './source-bundle.js';
import { storedCheckpoint, storedParameters } from './stored.js';
import { Trail } from './trail.js';

/** Job `import`: imports a source in slices, each boundary a checkpoint. */
export async function runImport(job: JobRun, report = new ReportBuilder()): Promise<JobProgress> {
  const { library, now, signal } = job;
  const parameters = readStored(storedParameters, job.parameters);
  const checkpoint = readStored(storedCheckpoint, job.checkpoint);
  if (checkpoint === null) await job.save({ phase: 'scan', processed: 0, total: null, summary: {} });
  const found = await findSource(parameters.path);
  const source = await openSource(parameters.format, found);
  let trail: Trail | undefined;
  try {
    const listing = await source.list(signal);
    const { notes } = listing;
    signal.throwIfAborted();
    report.found(listing);
    const { dataDir } = library.store.paths;
    const write: ImportRun['write'] = (work) => job.write(work);
    const options = { dataDir, source: parameters.source, notes, report, at: now(), fence: write };
    trail = await Trail.open(checkpoint, options);
    const left = trail;
    const progress = (processed: number) => ({
      phase: 'notes',
      processed,
      total: notes.length,
      summary: report.summary,
    });
    const goesOn = async (done: number) => {
      await job.save({ ...progress(done), checkpoint: left.checkpoint });
      return true;
    };
    const settled: ImportRun['settled'] = (slice) => left.add(slice);
    const rootName = rootNameOf(parameters.format, found);
    const run = { library, parameters, rootName, report, write, dryRun: false, now, goesOn, settled };
    const done = await importListed(run, listing, { done: left.checkpoint.done, record: left.record });
    if (report.hasTaken) report.bundle = await keepBundle(run, found, signal);
    return progress(done);
  } finally {
    await trail?.close();
    await source.close();
  }
}
