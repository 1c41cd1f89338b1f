import type { IndexEntry } from '../index/entry.js';
import { IndexStream } from '../index/index-stream.js';
import type { RunState } from '../index/run-state.js';
import { locateObject } from '../manifest/location.js';
import type { IndexObject, Manifest } from '../manifest/schema.js';
import type { Problem } from '../problems.js';
import type { Range, Run } from './run.js';

/** Size of a read. It is small, so that a caller which needs only the first entries does not read many more. */
const PIECE_BYTES = 32 * 1024;

/**
 * Runs level 1: walks the index in order and yields verified entries, of an index object with the right digest and at
 * the right position. `state` has to be new; it has the sums in the end.
 */
export async function* walkIndex(run: Run, manifest: Manifest, state: RunState): AsyncGenerator<IndexEntry> {
  for await (const entries of walkIndexBatches(run, manifest, state))
    for (const entry of entries) {
      yield entry;
      run.objects += 1;
    }
}

/** Yields the entries of {@link walkIndex} in batches, for a caller that counts the objects itself. */
export async function* walkIndexBatches(
  run: Run,
  manifest: Manifest,
  state: RunState,
): AsyncGenerator<readonly IndexEntry[]> {
  run.totalObjects = manifest.totals.objects;
  const before = run.problemCount;
  run.report(...manifest.index.flatMap((object) => state.claim(object) ?? []));
  let isWhole = run.problemCount === before;
  for (const object of manifest.index) isWhole = (yield* readIndexObject(run, state, object)) && isWhole;
  // Sums over a part of the index match no manifest.
  if (isWhole) run.report(...state.finish(manifest));
}

/** Returns true when all entries were read. */
async function* readIndexObject(
  run: Run,
  state: RunState,
  object: IndexObject,
): AsyncGenerator<readonly IndexEntry[], boolean> {
  const range = await locateIndexObject(run, object);
  if (range === null) return false;
  const where = { file: range.path, object: object.sha256 };
  if ((await run.digest(range)) !== object.sha256) {
    run.reportProblem('archive_index_digest', 'The content does not match its SHA-256', where);
    return false;
  }
  // Read again instead of buffered: an index object may have 64 MiB.
  const stream = new IndexStream(object, state, run.newHash);
  let isSound = true;
  const report = (problems: readonly Problem[]) => {
    isSound &&= problems.length === 0;
    run.report(...problems);
  };
  for await (const slice of run.slices(range, PIECE_BYTES)) {
    const entries: IndexEntry[] = [];
    report(stream.push(slice, (entry) => entries.push(entry)));
    yield entries;
  }
  report(stream.end());
  return isSound;
}

async function locateIndexObject(run: Run, object: IndexObject): Promise<Range | null> {
  const { path, pack } = locateObject(object);
  const length = object.size_bytes;
  const size = await run.measureFile(
    path,
    pack === null ? 'archive_index_missing' : 'archive_pack_missing',
    object.sha256,
  );
  if (size === null) return null;
  const where = { file: path, object: object.sha256 };
  if (pack === null && size !== length) {
    run.reportProblem('archive_index_size', `The file has ${size} bytes instead of ${length}`, where);
    return null;
  }
  if (pack !== null && pack.offset + length > size) {
    run.reportProblem('archive_pack_range', `The object ends beyond the ${size} bytes of the pack`, where);
    return null;
  }
  return { path, offset: pack?.offset ?? 0, length };
}
