import { ArchiveError, formerManifestPath, type Manifest } from '@notes/archive-manifest';
import { type ArchiveFolder, openArchive } from '@notes/archive-manifest/node';
import { type Input, type Output, ServiceError } from '@notes/contract';
import type { CallContext } from '../../../platform/context.js';
import { isWithin } from '../../../platform/is-within.js';
import { resolveRealPath } from '../../../platform/outside-folder.js';
import { CONFIRMED_DIGITS, checkConfirmationWords } from '../confirm.js';
import { createProgressReporter } from '../create-progress-reporter.js';
import { findManifestPath, listUsableCommits } from '../former-manifests.js';
import { MANIFEST_ONLY, type ProgressOptions, readArchive } from '../read-archive.js';
import { asRefusal } from '../refusal.js';
import {
  isInterruption,
  resolveArchiveFolder,
  SEMANTIC,
  type VerificationResult,
  wireReport,
} from '../verify-archive-folder.js';
import { Destination } from './destination.js';
import { finishStaged } from './finish-staged.js';
import { makeVerifiedLibrary, type Verification } from './make-verified-library.js';
import { Staging } from './staging.js';
import { verifyByRestoring } from './verify-by-restoring.js';

type Outcome = Output<'restoreArchive'>;
type RestoreContext = ProgressOptions & Pick<CallContext, 'now'>;

/**
 * Restores an archive into a staging folder beside the target, and moves it to the target once every byte and reference
 * is verified and durable. A restore that fails or is stopped leaves the target unchanged; the next restore of the
 * archive reuses the blobs that are already there.
 *
 * @throws ServiceError `not_found`; `conflict` for a target that is not empty; `precondition_required`
 */
export async function restoreArchive(context: RestoreContext, input: Input<'restoreArchive'>): Promise<Outcome> {
  const directory = resolveArchiveFolder(input.directory);
  const archive = openArchive(directory);
  let destination: Destination | undefined;
  try {
    destination = Destination.open(input.into_dir);
    refuseWithin(directory, destination.path);
    const manifestPath = await findManifestPath(directory, archive, input.commit);
    return await restoreTo(destination, archive, { context, input: { ...input, directory }, manifestPath });
  } catch (error) {
    throw asRefusal(error, destination?.path);
  } finally {
    destination?.close();
    archive.close();
  }
}

interface RestoreTask {
  readonly context: RestoreContext;
  readonly input: Input<'restoreArchive'>;
  /** Path of the manifest to restore, within the archive. */
  readonly manifestPath: string;
}

async function restoreTo(destination: Destination, archive: ArchiveFolder, order: RestoreTask): Promise<Outcome> {
  const { context, input } = order;
  const began = performance.now();
  const answer = (rest: Pick<VerificationResult, 'found' | 'findings'>, more: Partial<Outcome> = {}): Outcome => ({
    data_dir: destination.path,
    dry_run: input.dry_run,
    restored: false,
    kept_aside: null,
    confirmation: null,
    earlier: [],
    report: wireReport({ directory: input.directory, level: SEMANTIC, began, ...rest }),
    ...more,
  });
  try {
    const { manifestPath } = order;
    const first = await readArchive(archive, MANIFEST_ONLY, {}, { manifestPath });
    if (first.manifest === null) return answer({ found: first, findings: null }, await listEarlier(archive, order));
    const words = destination.aside === null ? null : confirmationFor(first.manifest);
    if (!input.dry_run && words !== null)
      checkConfirmationWords(words, input.confirmation, 'The target already contains a library');
    if (input.dry_run) {
      const verified = await verifyByRestoring(archive, input.directory, context, { manifestPath });
      return answer(verified, {
        ...(verified.found.ok && { confirmation: words }),
        ...(!isSound(verified) && (await listEarlier(archive, order))),
      });
    }
    const verified = await publish(destination, archive, first.manifest, order);
    const restored = isSound(verified);
    if (!restored) return answer(verified, await listEarlier(archive, order));
    return answer(verified, { restored, kept_aside: destination.aside });
  } catch (error) {
    if (!isInterruption(error)) throw error;
    return answer({ found: null, findings: null });
  }
}

/** Largest number of earlier exports in an answer. */
const MAX_EARLIER = 10;

/** Lists the other exports that may be restored in place of a damaged one. */
async function listEarlier(
  archive: ArchiveFolder,
  { input, manifestPath }: RestoreTask,
): Promise<Pick<Outcome, 'earlier'>> {
  const commits = await listUsableCommits(input.directory, archive);
  const others = commits.filter((commit) => formerManifestPath(commit) !== manifestPath);
  return { earlier: others.slice(0, MAX_EARLIER) };
}

const confirmationFor = ({ snapshot }: Manifest) =>
  `archive-restore:${snapshot.id.replace(/^snap_/, '').slice(0, CONFIRMED_DIGITS)}`;

const isSound = ({ found, findings }: Verification) => found.ok && findings?.count === 0;

async function publish(
  destination: Destination,
  archive: ArchiveFolder,
  manifest: Manifest,
  { context, input, manifestPath }: RestoreTask,
): Promise<Verification> {
  const staging = Staging.open(destination.path, manifest.snapshot.id);
  try {
    const { paths } = staging;
    const making = {
      archive,
      manifest,
      paths,
      now: context.now(),
      onRecord: createProgressReporter(Object.values(manifest.counts), context),
    };
    const task = { directory: input.directory, manifestPath, blobsTo: paths.dataDir };
    const verified = await makeVerifiedLibrary(making, task, context.signal);
    if (!isSound(verified)) {
      staging.remove();
      return verified;
    }
    // Removes the blobs of long texts, which the library keeps in its database.
    await finishStaged(staging, { databaseId: manifest.snapshot.database_id, now: context.now });
    destination.install(staging);
    return verified;
  } catch (error) {
    // The next restore would fail in the same way.
    if (error instanceof ArchiveError && error.code === 'archive_target_exists') staging.remove();
    throw error;
  } finally {
    staging.close();
  }
}

/** Refuses a target inside the archive folder, where the library would look like part of the archive. */
function refuseWithin(directory: string, target: string): void {
  if (isWithin(target, resolveRealPath(directory)))
    throw new ServiceError('validation_failed', 'into_dir: must be outside the archive folder');
}
