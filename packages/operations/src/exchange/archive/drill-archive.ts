import type { Manifest } from '@notes/archive-manifest';
import { openArchive } from '@notes/archive-manifest/node';
import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Context, Library } from '../../platform/context.js';
import { toServiceError } from '../../platform/service-error.js';
import { timestamp } from '../../platform/wire.js';
import { type Comparison, compareWithLibrary } from './compare-with-library.js';
import { type LastDrill, readDrill, recordDrill } from './last-drill.js';
import { findExportByCommit, findNewestFolder } from './last-exports.js';
import { MANIFEST_ONLY, type ProgressOptions, readArchive } from './read-archive.js';
import type { LastExport } from './recorded-exports.js';
import { asRefusal } from './refusal.js';
import { verifyByRestoring } from './restore/verify-by-restoring.js';
import { isInterruption, resolveArchiveFolder, SEMANTIC, wireReport } from './verify-archive-folder.js';

type Outcome = Output<'drillArchive'>;
type DrillContext = Context & ProgressOptions;

/**
 * Restores an archive of the whole library into a temporary folder, compares it with the library, and records the
 * success. Every byte is read. An error says when a drill last succeeded.
 *
 * @throws ServiceError `not_found` without a folder, or when the library was never exported; `conflict` for an archive of
 *   another library or of a selection; `storage_unavailable` when the archive cannot be read, the disk of the temporary
 *   folder is full, or the success cannot be recorded
 */
export async function drillArchive(context: DrillContext, input: Input<'drillArchive'>): Promise<Outcome> {
  const last = context.library.store.read(({ meta }) => readDrill(meta));
  try {
    return await drill(context, input, last);
  } catch (error) {
    const refusal = toServiceError(asRefusal(error));
    if (!(refusal instanceof ServiceError)) throw refusal;
    const { code, message } = refusal;
    const success =
      last === undefined ? 'No drill has succeeded yet' : `The last drill succeeded at ${timestamp(last.at)}`;
    throw new ServiceError(code, `${message.replace(/\.$/, '')}. ${success}`, { cause: error });
  }
}

async function drill(
  context: DrillContext,
  input: Input<'drillArchive'>,
  last: LastDrill | undefined,
): Promise<Outcome> {
  const { library } = context;
  const directory = resolveArchiveFolder(input.directory ?? requireNewestFolder(library));
  const began = performance.now();
  const archive = openArchive(directory);
  const answer = {
    directory,
    ok: false,
    archived_at: null,
    compared: null,
    last_success_at: last === undefined ? null : timestamp(last.at),
  };
  try {
    const { manifest } = await readArchive(archive, MANIFEST_ONLY, {});
    if (manifest !== null) refuseForeign(directory, manifest, library);
    let restored: RestoredArchive | undefined;
    const verification = await verifyByRestoring(archive, directory, context, {
      inspect: ({ dataDir }, restoredManifest) => {
        restored = inspect(dataDir, restoredManifest, { context, sample: input.sample });
      },
    });
    const report = wireReport({ directory, level: SEMANTIC, ...verification, began });
    const outcome = { ...answer, interrupted: false, report };
    if (!report.ok || restored === undefined) return outcome;
    const { drilled, compared } = restored;
    const ok = compared.differing_count === 0 && compared.missing_count === 0;
    if (ok) await recordSuccess(library, drilled);
    return { ...outcome, ok, archived_at: timestamp(drilled.archivedAt), compared };
  } catch (error) {
    if (!isInterruption(error)) throw error;
    const report = wireReport({ directory, level: SEMANTIC, found: null, findings: null, began });
    return { ...answer, interrupted: true, report };
  } finally {
    archive.close();
  }
}

function requireNewestFolder(library: Library): string {
  const directory = findNewestFolder(library);
  if (directory !== undefined) return directory;
  throw new ServiceError('not_found', 'This library was not exported yet. Name the folder of an archive');
}

/** Refuses an archive that is no backup of the library, before it is restored. */
function refuseForeign(directory: string, { snapshot }: Manifest, { databaseId }: Library): void {
  if (snapshot.database_id !== databaseId)
    throw new ServiceError('conflict', `The archive in ${directory} belongs to another library`);
  if (snapshot.target !== 'full_archive')
    throw new ServiceError(
      'conflict',
      `The archive in ${directory} holds a selection (${snapshot.target}), which is no backup of the library. Name the folder of an archive of the whole library. To check this one, run notes archive verify with --level 4`,
    );
}

interface RestoredArchive extends Pick<Comparison, 'compared'> {
  readonly drilled: LastDrill;
}

function inspect(
  dataDir: string,
  manifest: Manifest,
  { context: { library, now }, sample }: { readonly context: Context; readonly sample: number },
): RestoredArchive {
  const exported = findExportByCommit(library, manifest.commit_sha256);
  const seq = exported?.seq ?? null;
  const at = now();
  const { compared, isCurrent } = compareWithLibrary(dataDir, library.store.paths.dataDir, { sample, seq });
  const archivedAt = isCurrent ? at : Math.min(at, getStateTime(manifest, exported));
  return { compared, drilled: { at, archivedAt, commitSha256: manifest.commit_sha256 } };
}

/** Returns a time at which an archive had the whole library, in milliseconds since the Unix epoch. */
const getStateTime = ({ snapshot }: Manifest, exported: LastExport | undefined): number =>
  exported?.stateAt ?? Date.parse(snapshot.created_at);

async function recordSuccess(library: Library, drilled: LastDrill): Promise<void> {
  try {
    await recordDrill(library, drilled);
  } catch (error) {
    const refusal = toServiceError(error);
    if (!(refusal instanceof ServiceError)) throw refusal;
    const message = `The archive can be restored, but the library cannot record it: ${refusal.message}`;
    throw new ServiceError(refusal.code, message, { cause: error });
  }
}
