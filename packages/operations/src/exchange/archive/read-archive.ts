import { type VerifyLevel, type VerifyOptions, type VerifyReport, verifyArchive } from '@notes/archive-manifest';
import { type ArchiveFolder, nodeSha256 } from '@notes/archive-manifest/node';
import { SCHEMA_VERSION } from '@notes/storage';
import type { CallContext } from '../../platform/context.js';
import { OLDEST_SCHEMA } from './schema.js';

/** Progress callback and abort signal of long work. */
export type ProgressOptions = Pick<CallContext, 'signal' | 'progress'>;

/** Verification level that reads only the manifest. */
export const MANIFEST_ONLY = 0;
/** Verification level that reads every byte. */
export const EVERY_BYTE = 3;

/** Verifies an archive, including whether this version of the program can restore it. */
export function readArchive(
  archive: ArchiveFolder,
  level: VerifyLevel,
  { signal, progress }: ProgressOptions,
  { sample, onBlob, manifestPath }: Pick<VerifyOptions, 'sample' | 'onBlob' | 'manifestPath'> = {},
): Promise<VerifyReport> {
  return verifyArchive(archive, {
    level,
    ...(sample !== undefined && { sample }),
    ...(onBlob && { onBlob }),
    ...(manifestPath !== undefined && { manifestPath }),
    hash: nodeSha256,
    schemaVersion: SCHEMA_VERSION,
    oldestSchemaVersion: OLDEST_SCHEMA,
    ...(signal && { signal }),
    ...(progress && { onProgress: ({ objects, totalObjects }) => totalObjects > 0 && progress(objects, totalObjects) }),
  });
}
