import type { JobProgress } from '@notes/storage';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { readStored } from '../../platform/jobs/stored.js';
import { importListed } from './import-listed.js';
import type { ImportRun } from './import-run.js';
import { locateSource } from './locate-source.js';
import { openSource, rootNameOf } from './open-source.js';
import { ReportBuilder } from './report.js';
import { findSource } from './source.js';
import { keepBundle } from './source-bundle.js';
import { storedCheckpoint, storedParameters } from './stored.js';
import { Trail } from './trail.js';
import { mayBeEmpty, settleVanished } from './vanished.js';

/** Runs the job `import`: imports a source in slices, with a checkpoint after each. */
export async function runImport(job: JobRun, report = new ReportBuilder()): Promise<JobProgress> {
  const { library, now, signal } = job;
  const parameters = readStored(storedParameters, job.parameters);
  const checkpoint = readStored(storedCheckpoint, job.checkpoint);
  if (checkpoint === null) await job.save({ phase: 'scan', processed: 0, total: null, summary: {} });
  const asked = await findSource(parameters.path);
  const { found } = locateSource(library, parameters.format, asked, parameters.source);
  const source = await openSource(parameters.format, found, { mayBeEmpty: mayBeEmpty(parameters) });
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
    if (done >= notes.length) await left.add({ stamps: [], entries: [], warnings: await settleVanished(run, listing) });
    if (report.hasTaken) report.bundle = await keepBundle(run, found, signal);
    return progress(done);
  } finally {
    await trail?.close();
    await source.close();
  }
}
