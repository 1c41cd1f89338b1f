import { lstatSync, opendirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  ArchiveError,
  MANIFEST_PATH,
  type Manifest,
  type VerifyLevel,
  type VerifyReport,
} from '@notes/archive-manifest';
import { type ArchiveFolder, DigestThread, openArchive } from '@notes/archive-manifest/node';
import { type Input, type Output, ServiceError } from '@notes/contract';
import { readFormerManifests } from './former-manifests.js';
import { EVERY_BYTE, MANIFEST_ONLY, type ProgressOptions, readArchive } from './read-archive.js';
import { asRefusal } from './refusal.js';
import type { Findings } from './restore/findings.js';

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
  const { level, sample: percent } = input;
  if (percent !== undefined && level !== EVERY_BYTE)
    throw new ServiceError('validation_failed', `sample: only allowed with level ${EVERY_BYTE}`);
  // A sample of all objects is the full verification, which also reads the packs whole.
  const sample = percent === ALL_PERCENT ? undefined : percent;
  const directory = resolveArchiveFolder(input.directory);
  const began = performance.now();
  // Level 4 needs a library, whose code takes longer to load than a small archive to read.
  const restoring = level === SEMANTIC ? await import('./restore/verify-by-restoring.js') : null;
  const digests = level === EVERY_BYTE && (await isLarge(directory)) ? new DigestThread() : null;
  const archive = openArchive(directory, digests === null ? {} : { digests });
  try {
    // V8 resets limits on the growth of heaps with each new thread, so a program sets them again before much is read.
    await digests?.start();
    const result =
      restoring !== null
        ? await restoring.verifyByRestoring(archive, directory, attended)
        : {
            found: await readArchive(archive, level as VerifyLevel, attended, sample === undefined ? {} : { sample }),
            findings: null,
          };
    const report = wireReport({ directory, level, sample, ...result, began });
    if (level >= EVERY_BYTE) report.warnings.push(...(await listInvalidFormer(directory, archive)));
    return report;
  } catch (error) {
    if (!isInterruption(error)) throw asRefusal(error);
    return wireReport({ directory, level, found: null, findings: null, began });
  } finally {
    archive.close();
    digests?.close();
  }
}

const ALL_PERCENT = 100;

/** Returns what is wrong with the manifests of earlier exports: the archive is whole without them. */
async function listInvalidFormer(directory: string, archive: ArchiveFolder): Promise<Report['warnings']> {
  const warnings: Report['warnings'] = [];
  for await (const { path, commitSha256, found } of readFormerManifests(directory, archive)) {
    const { manifest, problems } = found;
    const isRenamed = manifest !== null && manifest.commit_sha256 !== commitSha256;
    const problem = isRenamed
      ? { code: 'archive_commit_mismatch' as const, path: [], detail: `Its commit is ${manifest.commit_sha256}` }
      : problems[0];
    if (problem === undefined) continue;
    const detail = `The earlier export ${path} cannot be restored: ${problem.detail}`;
    warnings.push(wireProblem({ ...problem, file: path, detail }));
  }
  return warnings;
}

/** Bytes of objects from which a second thread saves time: its start takes as long as hashing half as many. */
const LARGE_BYTES = 128 * 1024 * 1024;

/** Returns false for an archive that cannot be read, which the verification reports. */
async function isLarge(directory: string): Promise<boolean> {
  const archive = openArchive(directory);
  try {
    const { manifest } = await readArchive(archive, MANIFEST_ONLY, {});
    return manifest !== null && manifest.totals.bytes >= LARGE_BYTES;
  } catch {
    return false;
  } finally {
    archive.close();
  }
}

export const isInterruption = (error: unknown) => error instanceof ArchiveError && error.code === 'archive_interrupted';

/**
 * Returns the absolute path of an archive folder that exists and can be read.
 *
 * @throws ServiceError `not_found` when there is no such folder; `storage_unavailable` when it cannot be read
 */
export function resolveArchiveFolder(path: string): string {
  const directory = resolve(path);
  try {
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
      throw new ServiceError('not_found', `There is no folder at ${directory}`);
    checkReadable(directory);
    return directory;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** @throws the error of the system for a folder whose names or files cannot be read, with the path of the folder */
function checkReadable(directory: string): void {
  try {
    opendirSync(directory).closeSync();
    lstatSync(join(directory, MANIFEST_PATH), { throwIfNoEntry: false });
  } catch (error) {
    throw Object.assign(error as Error, { path: directory });
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
