import type { IndexEntry } from '../index/entry.js';
import { RunState } from '../index/run-state.js';
import { locateObject } from '../manifest/location.js';
import type { Manifest } from '../manifest/schema.js';
import { ObjectFiles, reportExtraneous } from './check-presence.js';
import { walkIndex } from './index-walk.js';
import { PackReader } from './pack-reader.js';
import { RecordChecks } from './record-check.js';
import type { Range, Run } from './run.js';

const PERCENT = 100;

/** Runs level 3: checks every byte, and that every record is valid. */
export async function checkContents(run: Run, manifest: Manifest): Promise<void> {
  const files = new ObjectFiles(run);
  const packs = new PackReader(run, files);
  const records = new RecordChecks(run);
  const state = new RunState(run.newHash);
  for await (const entry of walkIndex(run, manifest, state)) {
    const range = await files.locate(entry);
    if (range === null) continue;
    const { pack } = locateObject(entry);
    const also = pack === null ? [] : await packs.seek(entry, range, pack.sha256);
    await checkObject(run, records, entry, range, also);
  }
  await packs.finish();
  await checkIndexPacks(run, manifest, files, packs);
  await reportExtraneous(run, manifest, state, files);
}

/** Choice of the objects of a sample. */
interface Sample {
  readonly percent: number;
  /** Random number from 0 up to 1. */
  readonly random: () => number;
}

/**
 * Runs level 3 on a random sample of the objects, and returns their number. Of an archive with objects the sample has
 * at least one: a small percentage of a small archive would check nothing otherwise. Packs are not read whole.
 */
export async function sampleContents(run: Run, manifest: Manifest, { percent, random }: Sample): Promise<number> {
  const files = new ObjectFiles(run);
  const records = new RecordChecks(run);
  let [seen, taken] = [0, 0];
  let spare: { readonly entry: IndexEntry; readonly range: Range } | undefined;
  for await (const entry of walkIndex(run, manifest, new RunState(run.newHash))) {
    const range = await files.locate(entry);
    if (range === null) continue;
    seen += 1;
    // The first object replaces nothing, and each later one the spare with the probability that keeps all equal.
    if (taken === 0 && (spare === undefined || random() * seen < 1)) spare = { entry, range };
    if (random() * PERCENT >= percent) continue;
    taken += 1;
    await checkObject(run, records, entry, range, []);
  }
  if (taken > 0 || spare === undefined) return taken;
  await checkObject(run, records, spare.entry, spare.range, []);
  return 1;
}

/** Checks packs that hold index objects. The index objects themselves are verified by now. */
async function checkIndexPacks(run: Run, { index }: Manifest, files: ObjectFiles, packs: PackReader): Promise<void> {
  if (run.problemCount > 0) return;
  for (const object of index) {
    const { pack } = locateObject(object);
    const range = pack === null ? null : await files.locate(object);
    if (pack === null || range === null) continue;
    await run.digest(range, ...(await packs.seek({ kind: 'index', sha256: object.sha256 }, range, pack.sha256)));
  }
  await packs.finish();
}

/** Checks one object; `also` receives its bytes too. */
async function checkObject(
  run: Run,
  records: RecordChecks,
  entry: IndexEntry,
  range: Range,
  also: readonly { update(bytes: Uint8Array): unknown }[],
): Promise<void> {
  const check = entry.kind === 'records' ? records.begin(entry) : null;
  const sink = entry.kind === 'blob' ? run.getBlobSink(entry) : null;
  let isRight = false;
  try {
    const all = [...also, check, sink].filter((each) => each !== null);
    isRight = (await run.digest(range, ...all)) === entry.sha256;
  } finally {
    sink?.end(isRight);
  }
  if (isRight) check?.finish(range.path);
  // Problems of chunks and records follow from the altered bytes and are not reported.
  else
    run.reportProblem('archive_object_digest', 'The content does not match its SHA-256', {
      file: range.path,
      object: entry.sha256,
    });
}
