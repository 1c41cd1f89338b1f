import { lstatSync, opendirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  ArchiveContents,
  ArchiveError,
  type ArchiveErrorCode,
  describe,
  EXPORT_FOLDER,
  fanoutPath,
  formerManifestPath,
  locateObject,
  MANIFEST_PATH,
  type Manifest,
  packPath,
  verifyArchive,
} from '@notes/archive-manifest';
import { type ArchiveFolder, nodeSha256, openArchive, readTargetState } from '@notes/archive-manifest/node';
import { type Input, type Output, ServiceError } from '@notes/contract';
import { KnownObjects, Pacer, syncFile } from '@notes/storage';
import { removeEmptyFolder } from '../../platform/empty-folder.js';
import { sha256 } from '../../platform/sha256.js';
import { CONFIRMED_DIGITS, checkConfirmationWords } from './confirm.js';
import { FORMER_FOLDER, listFormerCommits } from './former-manifests.js';
import type { ProgressOptions } from './read-archive.js';
import { asRefusal } from './refusal.js';
import { findSparePacks, NO_SPARE_PACKS, repack } from './repack.js';
import { withScratchFolder } from './scratch-folder.js';
import { lockFolder } from './target.js';
import { resolveArchiveFolder } from './verify-archive-folder.js';

type Outcome = Output<'pruneArchive'>;

const OBJECT = /^[0-9a-f]{64}$/;
/** Path of a folder of objects or of packs. */
const FOLDER = /^(?:objects(?:\/[0-9a-f]{2}){1,2}|packs\/[0-9a-f]{2})$/;
const PACK = /^([0-9a-f]{64})\.pack$/;
const BATCH = 10_000;
const NONE: ReadonlySet<string> = new Set();

/** Context of pruning. */
export interface PruneContext extends ProgressOptions {
  /** Id of the library that the archive must belong to; null when there is no library to compare with. */
  readonly databaseId: string | null;
}

/**
 * Removes the object and pack files of an archive that neither its manifest nor an earlier one names. Unfinished
 * exports and removed manifests leave such files behind. Nothing is removed unless every manifest and its index can be
 * read. Files modified after the start and files with other names stay. On request, also removes earlier manifests and
 * rewrites the packs that are mostly unused.
 *
 * @throws ServiceError `not_found`; `precondition_required` when earlier archives would be removed; `conflict` when a
 * manifest is not valid or the archive belongs to another library
 */
export async function pruneArchive(input: Input<'pruneArchive'>, context: PruneContext): Promise<Outcome> {
  const directory = resolveArchiveFolder(input.directory);
  const began = Date.now();
  const archive = openArchive(directory);
  try {
    // Taking the lock writes to the folder, so every refusal comes first.
    refuseOtherLibrary(directory, await readManifests(directory, archive), context);
    const order = { input, directory, archive, began, ...context };
    return await (input.dry_run ? rehearse(order) : pruneLocked(order));
  } catch (error) {
    throw asRefusal(error, directory);
  } finally {
    archive.close();
  }
}

function refuseOtherLibrary(directory: string, { current, former }: Manifests, { databaseId }: PruneContext): void {
  if (databaseId === null) return;
  const other = [current, ...former.map(({ manifest }) => manifest)].find(
    ({ snapshot }) => snapshot.database_id !== databaseId,
  );
  if (other === undefined) return;
  throw new ServiceError(
    'conflict',
    `archive_target_not_empty: ${directory} contains an archive of the library ${other.snapshot.database_id}, but this library is ${databaseId}. Nothing was removed. Select the library of the archive with --data-dir or --profile. If that library no longer exists, pass a folder without a library to --data-dir`,
  );
}

/** Runs a dry run. Its name database lies in a temporary folder, since nothing is written beside the archive. */
const rehearse = (order: Omit<PruneTask, 'named'>): Promise<Outcome> =>
  withScratchFolder((path) => withNames(join(path, 'named.db'), (named) => prune({ ...order, named })));

async function pruneLocked(order: Omit<PruneTask, 'named'>): Promise<Outcome> {
  const folder = join(order.directory, EXPORT_FOLDER);
  const lock = lockFolder(order.directory);
  const notes = join(folder, 'named.db');
  try {
    // A killed process leaves these files behind.
    for (const file of KnownObjects.listFiles(notes)) rmSync(file, { force: true });
    return await withNames(notes, (named) => prune({ ...order, named }));
  } finally {
    lock.remove();
    // The folder stays when it holds the state of an unfinished export, or when another process has the lock.
    removeEmptyFolder(folder);
  }
}

/** Runs work with a temporary database of names. */
async function withNames<T>(path: string, work: (named: KnownObjects) => Promise<T>): Promise<T> {
  const named = new KnownObjects(path);
  try {
    return await work(named);
  } finally {
    named.close();
    for (const file of named.files) rmSync(file, { force: true });
  }
}

interface PruneTask extends ProgressOptions {
  readonly input: Input<'pruneArchive'>;
  readonly directory: string;
  readonly archive: ArchiveFolder;
  readonly named: KnownObjects;
  readonly began: number;
}

async function prune({ input, directory, archive, named, began, signal }: PruneTask): Promise<Outcome> {
  const { dry_run: isDry, keep = Number.POSITIVE_INFINITY } = input;
  const { current, former } = await readManifests(directory, archive);
  const [kept, dropped] = [former.slice(0, keep), former.slice(keep)];
  const words = confirmationFor(dropped);
  if (!isDry && words !== null)
    checkConfirmationWords(words, input.confirmation, 'Earlier archives in the folder would be deleted');
  const isNamed = (path: string) => named.find('file', sha256(path)) !== undefined;
  for (const { manifest } of kept) await recordNames(named, archive, manifest);
  const spare = input.repack ? await findSparePacks(archive, current, isNamed) : NO_SPARE_PACKS;
  const isRepacked = !isDry && spare.packs.size > 0;
  const whole = isRepacked
    ? await repack(directory, archive, { manifest: current, packs: spare.packs, signal })
    : current;
  await recordNames(named, archive, whole, isRepacked ? NONE : spare.packs);
  // Repacking keeps the replaced manifest as a former one. It describes the same archive, so it goes too.
  const isNew = whole.commit_sha256 !== current.commit_sha256;
  const gone = [...dropped.map(({ path }) => path), ...(isNew ? [formerManifestPath(current.commit_sha256)] : [])];
  if (!isDry) removeDurably(directory, gone);
  const found = await removeUnnamed(directory, { isNamed, began, isDry, signal });
  return {
    directory,
    dry_run: isDry,
    manifests: kept.length + 1,
    removed_manifests: dropped.length,
    ...found,
    repacked: { packs: spare.packs.size, bytes: spare.bytes, held: spare.held },
    confirmation: isDry ? words : null,
  };
}

/** Removes manifests durably, before the files they name are removed. */
function removeDurably(directory: string, manifests: readonly string[]): void {
  for (const path of manifests) rmSync(join(directory, path), { force: true });
  if (manifests.length > 0) syncFile(join(directory, FORMER_FOLDER));
}

interface Former {
  readonly path: string;
  readonly manifest: Manifest;
  readonly replacedAt: number;
}

interface Manifests {
  readonly current: Manifest;
  /** Manifests of earlier exports, the newest first. */
  readonly former: readonly Former[];
}

/**
 * Reads the current manifest and the earlier ones.
 *
 * @throws ServiceError `conflict` when one of them is not valid, since the files it names are unknown then
 */
async function readManifests(directory: string, archive: ArchiveFolder): Promise<Manifests> {
  const current = await readManifest(directory, archive, MANIFEST_PATH);
  const former: Former[] = [];
  for (const path of listFormerCommits(directory).map(formerManifestPath)) {
    const manifest = await readManifest(directory, archive, path);
    former.push({ path, manifest, replacedAt: lstatSync(join(directory, path)).mtimeMs });
  }
  const age = ({ manifest: { snapshot } }: Former) => Date.parse(snapshot.created_at);
  former.sort((a, b) => age(b) - age(a) || b.replacedAt - a.replacedAt || (a.path < b.path ? 1 : -1));
  return { current, former };
}

async function readManifest(directory: string, archive: ArchiveFolder, path: string): Promise<Manifest> {
  const { manifest, problems } = await verifyArchive(archive, { level: 0, hash: nodeSha256, manifestPath: path });
  const [wrong] = problems;
  if (manifest !== null && wrong === undefined) return manifest;
  const code = codeFor(directory, wrong?.code ?? 'archive_schema_invalid');
  const at = join(directory, path);
  const reason = MISSING.has(code)
    ? `${at} is missing`
    : `${at} is not a valid manifest: ${wrong?.detail ?? 'it violates the format'}`;
  const advice = adviseOnManifest(directory, path) ?? describe(code).advice;
  throw new ServiceError('conflict', `${code}: ${reason}. Nothing was removed. ${advice}`);
}

/** Returns what makes pruning possible again, where earlier exports are there. An export refuses such a folder too. */
function adviseOnManifest(directory: string, path: string): string | null {
  if (path !== MANIFEST_PATH)
    return 'Replace it with the file of another copy of the archive, or delete it to give up this earlier archive.';
  return listFormerCommits(directory).length === 0
    ? null
    : `Put the file of another copy of the archive, or the newest valid file in the folder ${FORMER_FOLDER}, in its place.`;
}

const MISSING: ReadonlySet<ArchiveErrorCode> = new Set(['archive_manifest_missing', 'archive_manifest_unfinished']);

/**
 * Returns the code of a manifest problem. Reports an unfinished manifest as missing when an export would refuse the
 * folder.
 */
function codeFor(directory: string, code: ArchiveErrorCode): ArchiveErrorCode {
  if (code !== 'archive_manifest_unfinished') return code;
  try {
    const state = readTargetState(directory);
    return state.kind === 'unfinished' && state.isLocked ? code : 'archive_manifest_missing';
  } catch (error) {
    if (error instanceof ArchiveError) return 'archive_manifest_missing';
    throw error;
  }
}

/** Returns confirmation words derived from the archives to remove; null when there are none. */
function confirmationFor(dropped: readonly Former[]): string | null {
  if (dropped.length === 0) return null;
  const commits = dropped.map(({ manifest }) => manifest.commit_sha256).sort();
  return `archive-prune:${sha256(commits.join()).slice(0, CONFIRMED_DIGITS)}`;
}

/** Records every file that a manifest names, except the given packs. */
async function recordNames(
  named: KnownObjects,
  archive: ArchiveFolder,
  manifest: Manifest,
  except: ReadonlySet<string> = NONE,
): Promise<void> {
  const toKnownObject = (path: string) => ({ kind: 'file', sha256: sha256(path), location: '' });
  named.add(manifest.index.map((object) => toKnownObject(locateObject(object).path)));
  let batch = new Set<string>();
  for await (const entry of new ArchiveContents(archive, manifest, { hash: nodeSha256 }).entries()) {
    const { path } = locateObject(entry);
    if (except.has(path)) continue;
    batch.add(path);
    if (batch.size < BATCH) continue;
    named.add([...batch].map(toKnownObject));
    batch = new Set();
  }
  named.add([...batch].map(toKnownObject));
}

interface Removal {
  readonly isNamed: (path: string) => boolean;
  readonly began: number;
  readonly isDry: boolean;
  readonly signal: AbortSignal | undefined;
}

async function removeUnnamed(
  directory: string,
  { isNamed, began, isDry, signal }: Removal,
): Promise<{ files: number; bytes: number }> {
  const pacer = new Pacer();
  const found = { files: 0, bytes: 0 };
  const emptied = new Set<string>();
  for (const path of listStoredFiles(directory, emptied)) {
    if (signal?.aborted) throw new ArchiveError('archive_interrupted', 'The work was stopped');
    const at = join(directory, path);
    const file = lstatSync(at, { throwIfNoEntry: false });
    // A dry run holds no lock, so another process may have removed the file.
    if (file === undefined) continue;
    if (isNamed(path) || !file.isFile() || file.mtimeMs >= began) continue;
    found.files += 1;
    found.bytes += file.size;
    if (!isDry) {
      rmSync(at);
      emptied.add(dirname(path));
    }
    await pacer.step();
  }
  // Only the folders that an exporter creates, and their parents.
  if (!isDry)
    for (const path of emptied)
      if (FOLDER.test(path) && removeEmptyFolder(join(directory, path))) emptied.add(dirname(path));
  return found;
}

/**
 * Yields the paths below `objects` and `packs` that are named as an exporter names them; adds empty folders to `empty`.
 */
function* listStoredFiles(directory: string, empty: Set<string>): Generator<string> {
  for (const top of ['objects', 'packs']) {
    const waiting = [top];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (!lstatSync(join(directory, folder), { throwIfNoEntry: false })?.isDirectory()) continue;
      const listing = opendirSync(join(directory, folder));
      let entries = 0;
      for (let entry = listing.readSync(); entry !== null; entry = listing.readSync(), entries += 1) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) waiting.push(path);
        else if (path === standardPath(entry.name)) yield path;
      }
      listing.closeSync();
      if (entries === 0) empty.add(folder);
    }
  }
}

function standardPath(name: string): string | undefined {
  if (OBJECT.test(name)) return fanoutPath(name);
  const pack = PACK.exec(name)?.[1];
  return pack === undefined ? undefined : packPath(pack);
}
