import { RunState } from '../index/run-state.js';
import { LIMITS } from '../limits.js';
import { locateObject, type StoredObject } from '../manifest/location.js';
import type { Manifest } from '../manifest/schema.js';
import { makeProblem } from '../problems.js';
import { walkIndexBatches } from './index-walk.js';
import type { Range, Run } from './run.js';

/** Runs level 2: checks that every object has its file, of the right size. */
export async function checkPresence(run: Run, manifest: Manifest): Promise<void> {
  const files = new ObjectFiles(run);
  const state = new RunState(run.newHash);
  for await (const entries of walkIndexBatches(run, manifest, state)) {
    for (const entry of entries) if (!files.isInLastPack(entry)) await files.locate(entry);
    run.objects += entries.length;
  }
  await reportExtraneous(run, manifest, state, files);
}

/** Locates the files of objects. */
export class ObjectFiles {
  readonly #run: Run;
  /** Pack of the previous object; most objects share it. */
  #pack: { path: string; size: number | null } | null = null;
  #fanout = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Number of objects found in a file of their own. */
  get fanout(): number {
    return this.#fanout;
  }

  /** Returns true for an object within the pack of the previous object. */
  isInLastPack(entry: StoredObject): boolean {
    const { path, pack } = locateObject(entry);
    const size = this.#pack?.path === path ? this.#pack.size : null;
    return pack !== null && size !== null && pack.offset + entry.size_bytes <= size;
  }

  /** Returns the range of an object; null for an incomplete one, which is reported. */
  async locate(entry: StoredObject): Promise<Range | null> {
    const { path, pack } = locateObject(entry);
    const length = entry.size_bytes;
    const where = { file: path, object: entry.sha256 };
    if (pack === null) {
      const size = await this.#run.measureFile(path, 'archive_object_missing', entry.sha256);
      if (size === null) return null;
      if (size !== length) {
        this.#run.reportProblem('archive_object_size', `The file has ${size} bytes instead of ${length}`, where);
        return null;
      }
      this.#fanout += 1;
      return { path, offset: 0, length };
    }
    const size = await this.packSize(path);
    if (size === null) return null;
    if (pack.offset + length <= size) return { path, offset: pack.offset, length };
    this.#run.reportProblem('archive_pack_range', `The object ends beyond the ${size} bytes of the pack`, where);
    return null;
  }

  /**
   * Returns the size of a pack; null for one that is missing or too large, which is reported once for consecutive
   * objects.
   */
  async packSize(path: string): Promise<number | null> {
    if (this.#pack?.path !== path) this.#pack = { path, size: await this.#measurePack(path) };
    return this.#pack.size;
  }

  async #measurePack(path: string): Promise<number | null> {
    const size = await this.#run.measureFile(path, 'archive_pack_missing');
    if (size === null || size <= LIMITS.packBytes) return size;
    this.#run.reportProblem('archive_pack_oversize', `The pack has ${size} bytes; the maximum is ${LIMITS.packBytes}`, {
      file: path,
    });
    return null;
  }
}

/** Reports extra files. They do no harm, so they are counted and not examined. */
export async function reportExtraneous(
  run: Run,
  manifest: Manifest,
  state: RunState,
  files: ObjectFiles,
): Promise<void> {
  const found = await run.reader.countFiles?.();
  if (found === undefined || run.problemCount > 0) return;
  const known = 1 + manifest.index.length + (state.totals.packs ?? 0) + files.fanout;
  if (found > known) run.warnings.push(makeProblem('archive_extraneous', `Number of extra files: ${found - known}`));
}
