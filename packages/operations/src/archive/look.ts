import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Manifest, type VerifyLevel, verifyArchive } from '@notes/archive-manifest';
import { nodeSha256, openArchive } from '@notes/archive-manifest/node';
import { type Input, type Output, ServiceError } from '@notes/contract';
import { SCHEMA_VERSION } from '@notes/storage';

type Report = Output<'verifyArchive'>;

const MANIFEST_ONLY = 0;

export const inspect = ({ directory }: Input<'inspectArchive'>): Promise<Report> =>
  verify({ directory, level: MANIFEST_ONLY });

/**
 * Looks whether an archive is whole, and changes nothing.
 *
 * @throws ServiceError `not_found` where there is no folder
 */
export async function verify(input: Input<'verifyArchive'>): Promise<Report> {
  const directory = resolve(input.directory);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new ServiceError('not_found', `${directory} is no folder`);
  const began = performance.now();
  const archive = openArchive(directory);
  try {
    const level = input.level as VerifyLevel;
    const found = await verifyArchive(archive, { level, hash: nodeSha256, schemaVersion: SCHEMA_VERSION });
    return {
      directory,
      level,
      ok: found.ok,
      problem_count: found.problemCount,
      problems: found.problems.map(wireProblem),
      warnings: found.warnings.map(wireProblem),
      manifest: found.manifest && wireManifest(found.manifest),
      bytes_read: found.bytesRead,
      seconds: Math.round(performance.now() - began) / 1_000,
    };
  } finally {
    archive.close();
  }
}

const wireProblem = ({ path, ...problem }: Awaited<ReturnType<typeof verifyArchive>>['problems'][number]) => ({
  ...problem,
  path: [...path],
});

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
