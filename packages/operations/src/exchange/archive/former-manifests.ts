import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { formerManifestPath, MANIFEST_PATH, type VerifyReport, verifyArchive } from '@notes/archive-manifest';
import { type ArchiveFolder, nodeSha256 } from '@notes/archive-manifest/node';
import { ServiceError } from '@notes/contract';

/** Folder of the manifests of earlier exports within an archive. */
export const FORMER_FOLDER = 'manifests';
const FORMER_NAME = /^([0-9a-f]{64})\.json$/;

/** Manifest of an earlier export that an archive folder keeps. */
export interface FormerManifest {
  /** Path within the archive. */
  readonly path: string;
  /** Digest in the name of the file. */
  readonly commitSha256: string;
  /** Result of a verification of the manifest alone. */
  readonly found: VerifyReport;
}

/** Returns the commits in the names of the manifests of earlier exports, without reading them. */
export function listFormerCommits(directory: string): string[] {
  const folder = join(directory, FORMER_FOLDER);
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder).flatMap((name) => FORMER_NAME.exec(name)?.[1] ?? []);
}

/**
 * Reads the manifests of earlier exports, one after the other.
 *
 * @throws errors of the disk
 */
export async function* readFormerManifests(directory: string, archive: ArchiveFolder): AsyncGenerator<FormerManifest> {
  for (const commitSha256 of listFormerCommits(directory)) {
    const path = formerManifestPath(commitSha256);
    yield { path, commitSha256, found: await readManifestAt(archive, path) };
  }
}

const readManifestAt = (archive: ArchiveFolder, manifestPath: string) =>
  verifyArchive(archive, { level: 0, hash: nodeSha256, manifestPath });

/** Returns the commits of the valid earlier exports of an archive folder, the newest first. */
export async function listUsableCommits(directory: string, archive: ArchiveFolder): Promise<string[]> {
  const usable: { commit: string; createdAt: string; replacedAt: number }[] = [];
  for await (const { path, commitSha256, found } of readFormerManifests(directory, archive)) {
    const { manifest, ok } = found;
    if (!ok || manifest?.commit_sha256 !== commitSha256) continue;
    const replacedAt = lstatSync(join(directory, path)).mtimeMs;
    usable.push({ commit: commitSha256, createdAt: manifest.snapshot.created_at, replacedAt });
  }
  usable.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.replacedAt - a.replacedAt);
  return usable.map(({ commit }) => commit);
}

/**
 * Returns the path of the manifest of an export within an archive.
 *
 * @param commit digest of the export, or its first characters; undefined for the last export
 * @throws ServiceError `not_found` when the folder has no such export, `validation_failed` when it has several
 */
export async function findManifestPath(
  directory: string,
  archive: ArchiveFolder,
  commit: string | undefined,
): Promise<string> {
  if (commit === undefined) return MANIFEST_PATH;
  const [found, ...others] = listFormerCommits(directory).filter((one) => one.startsWith(commit));
  if (others.length > 0)
    throw new ServiceError('validation_failed', `commit: several exports begin with ${commit}. Give more characters`);
  if (found !== undefined) return formerManifestPath(found);
  const last = await readManifestAt(archive, MANIFEST_PATH);
  if (last.manifest?.commit_sha256.startsWith(commit)) return MANIFEST_PATH;
  throw new ServiceError(
    'not_found',
    `No export in ${directory} begins with ${commit}. Give the name of a file in its folder ${FORMER_FOLDER}`,
  );
}
