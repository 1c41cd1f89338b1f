import type { JobProgress } from '@notes/storage';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { parseStored } from '../../platform/jobs/parse-stored.js';
import { importListed } from './import-listed.js';
import type { ImportRun } from './import-run.js';
import { ImportState } from './import-state.js';
import { locateSource } from './locate-source.js';
import { getRootName, openSource } from './open-source.js';
import { ReportBuilder } from './report.js';
import { findSource } from './source.js';
import { keepBundle } from './source-bundle.js';
import { storedCheckpoint, storedParameters } from './stored.js';
import { handleVanished, mayBeEmpty } from './vanished.js';

/** Runs the job `import`: imports a source in slices, with a checkpoint after each. */
export async function runImport(job: JobRun, report = new ReportBuilder()): Promise<JobProgress> {
  const { library, now, signal } = job;
  const parameters = parseStored(storedParameters, job.parameters);
  const checkpoint = parseStored(storedCheckpoint, job.checkpoint);
  if (checkpoint === null) await job.save({ phase: 'scan', processed: 0, total: null, summary: {} });
  const located = await findSource(parameters.path);
  const { found } = locateSource(library, parameters.format, located, parameters.source);
  const source = await openSource(parameters.format, found, { mayBeEmpty: mayBeEmpty(parameters) });
  let trail: ImportState | undefined;
  try {
    const listing = await source.list(signal);
    const { notes } = listing;
    signal.throwIfAborted();
    report.recordListing(listing);
    const { dataDir } = library.store.paths;
    const write: ImportRun['write'] = (work) => job.write(work);
    const options = { dataDir, source: parameters.source, notes, report, at: now(), fence: write };
    trail = await ImportState.open(checkpoint, options);
    const openTrail = trail;
    const progress = (processed: number) => ({
      phase: 'notes',
      processed,
      total: notes.length,
      summary: report.summary,
    });
    const shouldContinue = async (done: number) => {
      await job.save({ ...progress(done), checkpoint: openTrail.checkpoint });
      return true;
    };
    const onSlice: ImportRun['onSlice'] = (slice) => openTrail.add(slice);
    const rootName = getRootName(parameters.format, found);
    const run = {
      library,
      parameters,
      rootName,
      report,
      write,
      dryRun: false,
      now,
      shouldContinue,
      onSlice,
    };
    const done = await importListed(run, listing, { done: openTrail.checkpoint.done, record: openTrail.record });
    if (done >= notes.length)
      await openTrail.add({ stamps: [], entries: [], warnings: await handleVanished(run, listing) });
    if (report.hasImported) report.bundle = await keepBundle(run, found, signal);
    return progress(done);
  } finally {
    await trail?.close();
    await source.close();
  }
}
