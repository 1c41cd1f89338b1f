import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ArchiveError, type Manifest, type VerifyLevel, type VerifyReport } from '@notes/archive-manifest';
import { type ArchiveFolder, DigestThread, openArchive } from '@notes/archive-manifest/node';
import { type Input, type Output, ServiceError } from '@notes/contract';
import { type DataPaths, dataPaths, makeDataDirectory } from '@notes/storage';
import { createProgressReporter } from './create-progress-reporter.js';
import { EVERY_BYTE, MANIFEST_ONLY, type ProgressOptions, readArchive } from './read-archive.js';
import { asRefusal } from './refusal.js';
import type { Findings } from './restore/findings.js';
import { makeVerifiedLibrary, type Verification } from './restore/make-verified-library.js';
import { makeScratchFolder } from './scratch-folder.js';

type Report = Output<'verifyArchive'>;

/** Verification level that also restores the records into a temporary library. */
export const SEMANTIC = 4;

/**
 * Reads only the manifest of an archive.
 *
 * @throws ServiceError `not_found` when the folder does not exist
 */
export const inspectArchiveFolder = ({ directory }: Input<'inspectArchive'>): Promise<Report> =>
  verifyArchiveFolder({ directory, level: MANIFEST_ONLY }, {});

/**
 * Verifies an archive without changing it. Level 4 restores it into a temporary folder, which is removed afterwards.
 *
 * @throws ServiceError `not_found` when the folder does not exist; `validation_failed` for a sample at another level
 * than 3
 */
export async function verifyArchiveFolder(input: Input<'verifyArchive'>, attended: ProgressOptions): Promise<Report> {
  const { level, sample } = input;
  if (sample !== undefined && level !== EVERY_BYTE)
    throw new ServiceError('validation_failed', `sample: only allowed with level ${EVERY_BYTE}`);
  const directory = resolveArchiveFolder(input.directory);
  const began = performance.now();
  const digests = new DigestThread();
  const archive = openArchive(directory, { digests });
  try {
    const result =
      level === SEMANTIC
        ? await verifyByRestoring(archive, directory, attended)
        : {
            found: await readArchive(archive, level as VerifyLevel, attended, sample === undefined ? {} : { sample }),
            findings: null,
          };
    return wireReport({ directory, level, sample, ...result, began });
  } catch (error) {
    if (!isInterruption(error)) throw asRefusal(error);
    return wireReport({ directory, level, found: null, findings: null, began });
  } finally {
    archive.close();
    digests.close();
  }
}

export const isInterruption = (error: unknown) => error instanceof ArchiveError && error.code === 'archive_interrupted';

/**
 * Returns the absolute path of an existing archive folder.
 *
 * @throws ServiceError `not_found` when there is no such folder
 */
export function resolveArchiveFolder(path: string): string {
  const directory = resolve(path);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return directory;
  throw new ServiceError('not_found', `There is no folder at ${directory}`);
}

/**
 * Verifies an archive at level 4: restores it into a temporary folder.
 *
 * @param inspect called with the restored library, before it is removed, when the archive has no problem
 */
export async function verifyByRestoring(
  archive: ArchiveFolder,
  directory: string,
  attended: ProgressOptions,
  inspect?: (paths: DataPaths, manifest: Manifest) => void,
): Promise<Verification> {
  const found = await readArchive(archive, MANIFEST_ONLY, {});
  const { manifest } = found;
  if (manifest === null || !found.ok) return { found, findings: null };
  const scratch = makeScratchFolder();
  try {
    const paths = dataPaths(join(scratch.path, 'library'));
    makeDataDirectory(paths);
    const onRecord = createProgressReporter(Object.values(manifest.counts), attended);
    const making = { archive, manifest, paths, now: Date.now(), onRecord };
    const verification = await makeVerifiedLibrary(making, { directory, blobsTo: null }, attended.signal);
    if (verification.findings?.count === 0) inspect?.(paths, manifest);
    return verification;
  } finally {
    scratch.remove();
  }
}

export interface VerificationResult {
  readonly directory: string;
  readonly level: number;
  /** Percentage of the objects, when only a sample was read. */
  readonly sample?: number | undefined;
  /** Null when the verification was stopped. */
  readonly found: VerifyReport | null;
  /** Findings of level 4, when the verification reached it. */
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

/**
 * Converts the results of a verification or restore to a report.
 *
 * @param began `performance.now()` at the start
 */
export function wireReport({ directory, level, sample, found, findings, began }: VerificationResult): Report {
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
  const { consistency: _, collection_ids: __, ...wireSnapshot } = snapshot;
  return {
    commit_sha256: manifest.commit_sha256,
    snapshot: wireSnapshot,
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
