import type { HashFactory } from '../hash.js';
import type { BlobEntry } from '../index/entry.js';
import { RunState } from '../index/run-state.js';
import { CAPABILITIES } from '../manifest/check.js';
import type { Manifest } from '../manifest/schema.js';
import { MANIFEST_PATH } from '../paths.js';
import type { Problem } from '../problems.js';
import { checkContents, sampleContents } from './contents.js';
import { walkIndex } from './index-walk.js';
import { readManifest } from './manifest.js';
import { checkPresence } from './presence.js';
import type { ByteReader } from './reader.js';
import { type BlobSink, type Progress, Run, type StopSignal } from './run.js';

/** 0 the manifest, 1 the index, 2 whether every file is there, 3 every byte. */
export type VerifyLevel = 0 | 1 | 2 | 3;

export interface VerifyOptions {
  readonly level: VerifyLevel;
  /** Of level 3: reads only so many of a hundred objects, chosen by `random`. Whether the others are whole is not known. */
  readonly sample?: number;
  /** From 0 up to 1; Math.random unless given. */
  readonly random?: () => number;
  readonly hash?: HashFactory;
  readonly signal?: StopSignal;
  /** Each problem as it is found, beyond those that the report holds too. */
  readonly onProblem?: (problem: Problem) => void;
  /** After every read. */
  readonly onProgress?: (progress: Progress) => void;
  /** Where the bytes of a blob go that are read at level 3; null where they are not wanted. */
  readonly onBlob?: (blob: BlobEntry) => BlobSink | null;
  /** The manifest to begin with, where it is not that of the last export. */
  readonly manifestPath?: string;
  /** What the reader can do, beyond what this package can; the schema of its libraries, and the oldest it can bring to it. */
  readonly capabilities?: readonly string[];
  readonly schemaVersion?: number;
  readonly oldestSchemaVersion?: number;
}

export interface VerifyReport {
  readonly level: VerifyLevel;
  /** Nothing is wrong, as far as the level tells. */
  readonly ok: boolean;
  /** The first thousand. */
  readonly problems: readonly Problem[];
  /** How many there are in all. */
  readonly problemCount: number;
  /** What is no fault of the archive. */
  readonly warnings: readonly Problem[];
  /** Null where it could not be read. */
  readonly manifest: Manifest | null;
  readonly bytesRead: number;
  /** How many objects were read, of a sample; null where all were. */
  readonly sampled: number | null;
}

/**
 * Looks for what is wrong with an archive and never changes it. Memory does not grow with the archive.
 *
 * @throws ArchiveError `archive_interrupted` when the signal says so; what the reader throws, but for NotRegularFile
 */
export async function verifyArchive(reader: ByteReader, options: VerifyOptions): Promise<VerifyReport> {
  const { level, sample, random = Math.random, manifestPath = MANIFEST_PATH, capabilities = CAPABILITIES } = options;
  const run = new Run(reader, options);
  const manifest = await readManifest(run, manifestPath, { ...options, capabilities });
  let sampled: number | null = null;
  if (manifest !== null && level >= 1) {
    if (level === 1) await checkIndex(run, manifest);
    if (level === 2) await checkPresence(run, manifest);
    if (level === 3 && sample !== undefined)
      sampled = await sampleContents(run, manifest, () => random() * 100 < sample);
    else if (level === 3) await checkContents(run, manifest);
  }
  const { problems, problemCount, warnings, bytesRead } = run;
  return { level, ok: problemCount === 0, problems, problemCount, warnings, manifest, bytesRead, sampled };
}

async function checkIndex(run: Run, manifest: Manifest): Promise<void> {
  for await (const _ of walkIndex(run, manifest, new RunState(run.newHash)));
}
