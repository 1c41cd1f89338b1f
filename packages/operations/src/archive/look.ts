import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  ArchiveError,
  type Manifest,
  type VerifyLevel,
  type VerifyReport,
  verifyArchive,
} from '@notes/archive-manifest';
import { type ArchiveFolder, DigestThread, nodeSha256, openArchive } from '@notes/archive-manifest/node';
import { type Input, type Output, ServiceError } from '@notes/contract';
import { dataPaths, makeDataDirectory, SCHEMA_VERSION } from '@notes/storage';
import type { CallContext } from '../context.js';
import { asRefusal } from './refusal.js';
import type { Findings } from './restore/findings.js';
import { makeLibrary } from './restore/make-library.js';
import { OLDEST_SCHEMA } from './schema.js';

type Report = Output<'verifyArchive'>;

export const MANIFEST_ONLY = 0;
export const EVERY_BYTE = 3;
/** Every byte, and whether what they say of each other makes a library. */
export const SEMANTIC = 4;

/** What shows how far long work is, and ends it. */
export type Attended = Pick<CallContext, 'signal' | 'progress'>;

export const inspect = ({ directory }: Input<'inspectArchive'>): Promise<Report> =>
  verify({ directory, level: MANIFEST_ONLY }, {});

/**
 * Looks whether an archive is whole, and changes nothing. At level 4 a library is made of it in a folder of the system for
 * temporary files, and removed.
 *
 * @throws ServiceError `not_found` where there is no folder
 */
export async function verify(input: Input<'verifyArchive'>, attended: Attended): Promise<Report> {
  const { level, sample } = input;
  if (sample !== undefined && level !== EVERY_BYTE)
    throw new ServiceError('validation_failed', `sample: is for level ${EVERY_BYTE}`);
  const directory = existing(input.directory);
  const began = performance.now();
  const digests = new DigestThread();
  const archive = openArchive(directory, { digests });
  try {
    const found = await readArchive(archive, Math.min(level, EVERY_BYTE) as VerifyLevel, attended, sample);
    const isRead = level === SEMANTIC && found.ok && found.manifest !== null;
    const findings = isRead ? await tryOut(archive, found.manifest, attended) : null;
    return wireReport({ directory, level, sample, found, findings, began });
  } catch (error) {
    if (!isInterruption(error)) throw asRefusal(error);
    return wireReport({ directory, level, found: null, findings: null, began });
  } finally {
    archive.close();
    digests.close();
  }
}

export const isInterruption = (error: unknown) => error instanceof ArchiveError && error.code === 'archive_interrupted';

/** The folder of an archive. */
export function existing(path: string): string {
  const directory = resolve(path);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return directory;
  throw new ServiceError('not_found', `${directory} is no folder`);
}

export function readArchive(
  archive: ArchiveFolder,
  level: VerifyLevel,
  { signal, progress }: Attended,
  sample?: number,
): Promise<VerifyReport> {
  return verifyArchive(archive, {
    level,
    ...(sample !== undefined && { sample }),
    hash: nodeSha256,
    schemaVersion: SCHEMA_VERSION,
    oldestSchemaVersion: OLDEST_SCHEMA,
    ...(signal && { signal }),
    ...(progress && { onProgress: ({ objects, totalObjects }) => totalObjects > 0 && progress(objects, totalObjects) }),
  });
}

/** Level 4 of an archive of which every byte is known: whether a library can be made of it. */
export async function tryOut(archive: ArchiveFolder, manifest: Manifest, attended: Attended): Promise<Findings> {
  const scratch = mkdtempSync(join(tmpdir(), 'notes-archive-'));
  try {
    const paths = dataPaths(join(scratch, 'library'));
    makeDataDirectory(paths);
    return await makeLibrary({ archive, manifest, paths, now: Date.now(), onRecord: attend(manifest, attended) });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Shows how many records are done, and stops where it is told to. */
export function attend({ counts }: Manifest, { signal, progress }: Attended): () => void {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  let done = 0;
  return () => {
    done += 1;
    progress?.(Math.min(done, total), total);
    if (signal?.aborted) throw new ArchiveError('archive_interrupted', 'the work was stopped');
  };
}

export interface Looked {
  readonly directory: string;
  readonly level: number;
  /** Per cent of the objects, where not all were read. */
  readonly sample?: number | undefined;
  /** Null where it was stopped on the way. */
  readonly found: VerifyReport | null;
  /** Of level 4, where it was come to. */
  readonly findings: Findings | null;
  readonly began: number;
}

const NOTHING_FOUND = {
  ok: false,
  problems: [],
  problemCount: 0,
  warnings: [],
  manifest: null,
  bytesRead: 0,
  sampled: null,
} as const;

export function wireReport({ directory, level, sample, found, findings, began }: Looked): Report {
  const { ok, problems, problemCount, warnings, manifest, bytesRead, sampled } = found ?? NOTHING_FOUND;
  return {
    directory,
    level,
    interrupted: found === null,
    sample: sample === undefined ? null : { percent: sample, objects: sampled ?? 0 },
    ok: ok && (findings === null || findings.count === 0),
    problem_count: problemCount + (findings?.count ?? 0),
    problems: [...problems, ...(findings?.problems ?? [])].map(wireProblem),
    warnings: [...warnings, ...(findings?.warnings ?? [])].map(wireProblem),
    manifest: manifest && wireManifest(manifest),
    bytes_read: bytesRead,
    seconds: Math.round(performance.now() - began) / 1_000,
  };
}

const wireProblem = ({ path, ...problem }: VerifyReport['problems'][number]) => ({ ...problem, path: [...path] });

function wireManifest({ snapshot, compatibility, ...manifest }: Manifest): NonNullable<Report['manifest']> {
  const { consistency: _, collection_ids: __, ...told } = snapshot;
  return {
    commit_sha256: manifest.commit_sha256,
    snapshot: told,
    schema_versions: {
      source: compatibility.source_schema_version,
      minimum: compatibility.minimum_schema_version,
      maximum: compatibility.maximum_schema_version,
    },
    required_capabilities: compatibility.required_capabilities,
    index_objects: manifest.index.length,
    totals: manifest.totals,
    counts: manifest.counts,
  };
}
