import type { HashFactory } from '../hash.js';
import type { BlobEntry } from '../index/entry.js';
import { RunState } from '../index/run-state.js';
import { CAPABILITIES } from '../manifest/check.js';
import type { Manifest } from '../manifest/schema.js';
import { MANIFEST_PATH } from '../paths.js';
import type { Problem } from '../problems.js';
import { checkContents, sampleContents } from './check-contents.js';
import { checkPresence } from './check-presence.js';
import { walkIndex } from './index-walk.js';
import { readManifest } from './read-manifest.js';
import type { ByteReader } from './reader.js';
import { type BlobSink, type Progress, Run, type StopSignal } from './run.js';

/** Level of a verification: 0 the manifest, 1 the index, 2 the presence of every file, 3 every byte. */
export type VerifyLevel = 0 | 1 | 2 | 3;

/** Options of {@link verifyArchive}. */
export interface VerifyOptions {
  readonly level: VerifyLevel;
  /**
   * Percentage of objects to read at level 3, 0 to 100, chosen by `random`; at least one object. The other objects
   * remain unverified.
   */
  readonly sample?: number | undefined;
  /** Random number from 0 up to 1; Math.random by default. */
  readonly random?: (() => number) | undefined;
  /** SHA-256 to use; the portable one by default. */
  readonly hash?: HashFactory | undefined;
  /** Ends the verification when it is aborted; read between two reads. */
  readonly signal?: StopSignal | undefined;
  /** Receives each problem as it is found, even beyond those that the report holds. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
  /** Called after every read. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Returns the sink for the bytes of a blob that is read at level 3; null for a blob that is not wanted. */
  readonly onBlob?: ((blob: BlobEntry) => BlobSink | null) | undefined;
  /** Path of the manifest to verify, if not that of the last export. */
  readonly manifestPath?: string | undefined;
  /** Capabilities of the reader; `CAPABILITIES` by default. */
  readonly capabilities?: readonly string[] | undefined;
  /** Schema version of the libraries of the reader; not checked by default. */
  readonly schemaVersion?: number | undefined;
  /** Oldest schema version that the reader can migrate; `schemaVersion` by default. */
  readonly oldestSchemaVersion?: number | undefined;
}

/** Result of {@link verifyArchive}. `problems` holds the first thousand; `onProblem` gets every one. */
export interface VerifyReport {
  readonly level: VerifyLevel;
  /** True when the level found no problem. */
  readonly ok: boolean;
  /** First thousand problems. */
  readonly problems: readonly Problem[];
  /** Number of all problems. */
  readonly problemCount: number;
  /** Notices that are no fault of the archive. */
  readonly warnings: readonly Problem[];
  /** Null for an unreadable manifest. */
  readonly manifest: Manifest | null;
  readonly bytesRead: number;
  /** Number of objects read of a sample; null where all were read. */
  readonly sampled: number | null;
}

const LEVELS: readonly VerifyLevel[] = [0, 1, 2, 3];
const MAX_SAMPLE = 100;

/**
 * Verifies an archive without changing it. Memory does not grow with the archive.
 *
 * @param reader files of the archive
 * @param options level of the verification, and its observers
 * @returns a report; damage is in its `problems` and is never thrown
 * @throws RangeError for another `level` or `sample`; ArchiveError `archive_interrupted` when the signal is aborted;
 *   errors of the reader except NotRegularFile
 */
export async function verifyArchive(reader: ByteReader, options: VerifyOptions): Promise<VerifyReport> {
  const { level, sample, random = Math.random, manifestPath = MANIFEST_PATH, capabilities = CAPABILITIES } = options;
  checkOptions(level, sample);
  const run = new Run(reader, options);
  const manifest = await readManifest(run, manifestPath, { ...options, capabilities });
  let sampled: number | null = null;
  if (manifest !== null && level >= 1) {
    if (level === 1) await checkIndex(run, manifest);
    if (level === 2) await checkPresence(run, manifest);
    if (level === 3 && sample !== undefined) sampled = await sampleContents(run, manifest, { percent: sample, random });
    else if (level === 3) await checkContents(run, manifest);
  }
  const { problems, problemCount, warnings, bytesRead } = run;
  return { level, ok: problemCount === 0, problems, problemCount, warnings, manifest, bytesRead, sampled };
}

/** Rejects values that would pass without a check, such as the level `'3'` of a caller in JavaScript. */
function checkOptions(level: VerifyLevel, sample: number | undefined): void {
  if (!LEVELS.includes(level)) throw new RangeError(`level: ${level} is not a level. Use 0, 1, 2 or 3`);
  if (sample !== undefined && !(sample >= 0 && sample <= MAX_SAMPLE))
    throw new RangeError(`sample: ${sample} is not a percentage. Use a number from 0 to ${MAX_SAMPLE}`);
}

async function checkIndex(run: Run, manifest: Manifest): Promise<void> {
  for await (const _ of walkIndex(run, manifest, new RunState(run.newHash)));
}
