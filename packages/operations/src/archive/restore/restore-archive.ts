import { ArchiveContents, ArchiveError, type Manifest } from '@notes/archive-manifest';
import { type ArchiveFolder, nodeSha256, openArchive } from '@notes/archive-manifest/node';
import { type Input, type Output, ServiceError } from '@notes/contract';
import { openStore, StagedBlobs, type Store, syncFile } from '@notes/storage';
import type { CallContext } from '../../context.js';
import { refreshHelp } from '../../help.js';
import { isWithin, realPathOf } from '../../outside-folder.js';
import { Pacer } from '../../pacer.js';
import {
  type Attended,
  attend,
  EVERY_BYTE,
  existing,
  isInterruption,
  type Looked,
  MANIFEST_ONLY,
  readArchive,
  SEMANTIC,
  tryOut,
  wireReport,
} from '../look.js';
import { asRefusal } from '../refusal.js';
import { Destination } from './destination.js';
import type { Findings } from './findings.js';
import { makeLibrary } from './make-library.js';
import { Staging } from './staging.js';

type Outcome = Output<'restoreArchive'>;
type Restoring = Attended & Pick<CallContext, 'now'>;

/** Digits of the snapshot that confirm what is replaced. */
const CONFIRMED_DIGITS = 12;

/**
 * Makes a library of an archive, beside the place it is for, and moves it there when all of it is there and durable. Every
 * byte is verified before, every reference on the way. Whatever ends it before leaves the target as it was; the next
 * restore of the archive takes the bytes of attachments that are there.
 *
 * @throws ServiceError `not_found`, `conflict` for a target with something in it, `precondition_required`
 */
export async function restoreArchive(context: Restoring, input: Input<'restoreArchive'>): Promise<Outcome> {
  const directory = existing(input.directory);
  const archive = openArchive(directory);
  let destination: Destination | undefined;
  try {
    destination = Destination.open(input.into_dir);
    refuseWithin(directory, destination.path);
    return await restoreTo(destination, archive, { context, input: { ...input, directory } });
  } catch (error) {
    throw asRefusal(error);
  } finally {
    destination?.close();
    archive.close();
  }
}

interface Order {
  readonly context: Restoring;
  readonly input: Input<'restoreArchive'>;
}

async function restoreTo(destination: Destination, archive: ArchiveFolder, order: Order): Promise<Outcome> {
  const { context, input } = order;
  const began = performance.now();
  const answer = (rest: Pick<Looked, 'found' | 'findings'>, more: Partial<Outcome> = {}): Outcome => ({
    data_dir: destination.path,
    dry_run: input.dry_run,
    restored: false,
    kept_aside: null,
    confirmation: null,
    report: wireReport({ directory: input.directory, level: SEMANTIC, began, ...rest }),
    ...more,
  });
  try {
    const first = await readArchive(archive, MANIFEST_ONLY, {});
    if (first.manifest === null) return answer({ found: first, findings: null });
    const words = destination.aside === null ? null : wordsFor(first.manifest);
    if (!input.dry_run && words !== null) checkWords(words, input.confirmation);
    const found = await readArchive(archive, EVERY_BYTE, context);
    const { manifest } = found;
    if (!found.ok || manifest === null) return answer({ found, findings: null });
    if (input.dry_run)
      return answer({ found, findings: await tryOut(archive, manifest, context) }, { confirmation: words });
    const findings = await publish(destination, archive, manifest, context);
    const restored = findings.count === 0;
    return answer({ found, findings }, { restored, kept_aside: restored ? destination.aside : null });
  } catch (error) {
    if (!isInterruption(error)) throw error;
    return answer({ found: null, findings: null });
  }
}

const wordsFor = ({ snapshot }: Manifest) =>
  `archive-restore:${snapshot.id.replace(/^snap_/, '').slice(0, CONFIRMED_DIGITS)}`;

function checkWords(words: string, given: string | undefined): void {
  if (given === words) return;
  const message = `there is a library already: confirm with --confirm ${words}`;
  throw new ServiceError('precondition_required', message, { details: { confirmation: words } });
}

async function publish(
  destination: Destination,
  archive: ArchiveFolder,
  manifest: Manifest,
  context: Restoring,
): Promise<Findings> {
  const staging = Staging.open(destination.path, manifest.snapshot.id);
  try {
    const { paths } = staging;
    const findings = await makeLibrary({
      archive,
      manifest,
      paths,
      now: context.now(),
      onRecord: attend(manifest, context),
    });
    if (findings.count > 0) {
      staging.remove();
      return findings;
    }
    await complete(staging, new ArchiveContents(archive, manifest, { hash: nodeSha256 }), manifest, context);
    destination.take(staging);
    return findings;
  } catch (error) {
    // The next restore would come to the same end.
    if (error instanceof ArchiveError && error.code === 'archive_target_exists') staging.remove();
    throw error;
  } finally {
    staging.close();
  }
}

/** Adds to the rows of a library what else it has, and makes all of it durable. */
async function complete(
  { paths }: Staging,
  contents: ArchiveContents,
  { snapshot, totals }: Manifest,
  context: Restoring,
): Promise<void> {
  const store = openStore({
    dataDir: paths.dataDir,
    create: false,
    exclusive: false,
    holder: `restore by process ${process.pid}`,
    initialise: () => {},
  });
  try {
    await refreshHelp({ store, databaseId: snapshot.database_id }, context.now);
    await takeBlobs(store, contents, totals.blobs, context);
  } finally {
    store.close();
  }
  syncFile(paths.database);
}

async function takeBlobs(
  store: Store,
  contents: ArchiveContents,
  total: number,
  { signal, progress }: Attended,
): Promise<void> {
  const staged = new StagedBlobs(store.paths);
  const pacer = new Pacer();
  let done = 0;
  for await (const blob of contents.blobs()) {
    if (signal?.aborted) throw new ArchiveError('archive_interrupted', 'the restore was stopped');
    const { sha256, size_bytes } = blob;
    // Long texts are blobs too, and in the library by now.
    const isWanted = store.read(({ resources }) => resources.isNamed(sha256));
    if (isWanted && !staged.has(sha256, size_bytes)) await staged.take(sha256, contents.bytes(blob));
    done += 1;
    progress?.(done, total);
    await pacer.step();
  }
  await staged.sync();
}

/** A library in the folder of an archive would be taken for a part of it. */
function refuseWithin(directory: string, target: string): void {
  if (isWithin(target, realPathOf(directory)))
    throw new ServiceError('validation_failed', 'into_dir: is within the archive');
}
