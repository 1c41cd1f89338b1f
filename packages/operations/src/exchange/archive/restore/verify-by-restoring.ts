import { join } from 'node:path';
import { MANIFEST_PATH, type Manifest } from '@notes/archive-manifest';
import type { ArchiveFolder } from '@notes/archive-manifest/node';
import { type DataPaths, dataPaths, makeDataDirectory } from '@notes/storage';
import { createProgressReporter } from '../create-progress-reporter.js';
import { MANIFEST_ONLY, type ProgressOptions, readArchive } from '../read-archive.js';
import { withScratchFolder } from '../scratch-folder.js';
import { makeVerifiedLibrary, type Verification } from './make-verified-library.js';

/**
 * Verifies an archive at level 4: restores it into a temporary folder.
 *
 * @param options the path of the manifest within the archive, by default that of the last export; `inspect` is called with the restored library, before it is removed, when the archive has no problem
 */
export async function verifyByRestoring(
  archive: ArchiveFolder,
  directory: string,
  attended: ProgressOptions,
  {
    manifestPath = MANIFEST_PATH,
    inspect,
  }: {
    readonly manifestPath?: string;
    readonly inspect?: (paths: DataPaths, manifest: Manifest) => void;
  } = {},
): Promise<Verification> {
  const found = await readArchive(archive, MANIFEST_ONLY, {}, { manifestPath });
  const { manifest } = found;
  if (manifest === null || !found.ok) return { found, findings: null };
  return withScratchFolder(async (path) => {
    const paths = dataPaths(join(path, 'library'));
    makeDataDirectory(paths);
    const onRecord = createProgressReporter(Object.values(manifest.counts), attended);
    const making = { archive, manifest, paths, now: Date.now(), onRecord };
    const verification = await makeVerifiedLibrary(making, { directory, manifestPath, blobsTo: null }, attended.signal);
    if (verification.findings?.count === 0) inspect?.(paths, manifest);
    return verification;
  });
}
