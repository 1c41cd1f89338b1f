import { createHash } from 'node:crypto';
import { lstatSync, opendirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  ArchiveContents,
  ArchiveError,
  EXPORT_FOLDER,
  fanoutPath,
  type Manifest,
  packPath,
  parseManifest,
  placeOf,
} from '@notes/archive-manifest';
import { type ArchiveFolder, nodeSha256, openArchive } from '@notes/archive-manifest/node';
import type { Input, Output } from '@notes/contract';
import { KnownObjects, syncFile } from '@notes/storage';
import { removeEmptyFolder } from '../empty-folder.js';
import { Pacer } from '../pacer.js';
import { CONFIRMED_DIGITS, checkWords } from './confirm.js';
import { existing } from './look.js';
import type { Attended } from './read-archive.js';
import { asRefusal } from './refusal.js';
import { repack, sparePacks } from './repack.js';
import { lockFolder } from './target.js';

type Outcome = Output<'pruneArchive'>;

const MANIFEST = 'manifest.json';
const FORMER = 'manifests';
const FORMER_NAME = /^[0-9a-f]{64}\.json$/;
const OBJECT = /^[0-9a-f]{64}$/;
/** A folder of objects or of packs. */
const FOLDER = /^(?:objects(?:\/[0-9a-f]{2}){1,2}|packs\/[0-9a-f]{2})$/;
const PACK = /^([0-9a-f]{64})\.pack$/;
const BATCH = 10_000;
const NONE: ReadonlySet<string> = new Set();

/**
 * Removes the files of objects and packs that no manifest of an archive names, the earlier ones included: what exports left
 * that were never finished, or that only manifests named which were removed since. Nothing is removed unless every
 * manifest and its index can be read, nor what came after the beginning, nor a file that is named otherwise. When asked to,
 * gives up earlier archives first, and writes anew what is left of packs that are mostly out of use.
 *
 * @throws ServiceError `not_found`; `precondition_required` where earlier archives would be given up; with the code of
 *   the format where a manifest cannot be relied on
 */
export async function pruneArchive(input: Input<'pruneArchive'>, attended: Attended): Promise<Outcome> {
  const directory = existing(input.directory);
  const began = Date.now();
  const folder = join(directory, EXPORT_FOLDER);
  const archive = openArchive(directory);
  try {
    if ((await archive.size(MANIFEST)) === null)
      throw new ArchiveError('archive_manifest_missing', `${directory} has no manifest`);
    const lock = lockFolder(directory);
    const notes = join(folder, 'named.db');
    // Of one that was killed.
    for (const file of KnownObjects.filesAt(notes)) rmSync(file, { force: true });
    const named = new KnownObjects(notes);
    try {
      return await prune({ input, directory, archive, named, began, ...attended });
    } finally {
      named.close();
      for (const file of named.files) rmSync(file, { force: true });
      lock.remove();
      // What an export that was stopped has noted there is left to the next, or somebody has the lock by now.
      removeEmptyFolder(folder);
    }
  } catch (error) {
    throw asRefusal(error);
  } finally {
    archive.close();
  }
}

interface Order extends Attended {
  readonly input: Input<'pruneArchive'>;
  readonly directory: string;
  readonly archive: ArchiveFolder;
  readonly named: KnownObjects;
  readonly began: number;
}

async function prune({ input, directory, archive, named, began, signal }: Order): Promise<Outcome> {
  const { dry_run: isDry, keep = Number.POSITIVE_INFINITY } = input;
  const current = await manifestAt(archive, MANIFEST);
  const former = await formerManifests(directory, archive);
  const [kept, dropped] = [former.slice(0, keep), former.slice(keep)];
  const words = wordsFor(dropped);
  if (!isDry && words !== null) checkWords(words, input.confirmation, 'earlier archives would be given up');
  const isNamed = (path: string) => named.find('file', keyOf(path)) !== undefined;
  for (const { manifest } of kept) await note(named, archive, manifest);
  const spare = input.repack ? await sparePacks(archive, current, isNamed) : { packs: NONE, bytes: 0 };
  const isRepacked = !isDry && spare.packs.size > 0;
  const whole = isRepacked
    ? await repack(directory, archive, { manifest: current, packs: spare.packs, signal })
    : current;
  await note(named, archive, whole, isRepacked ? NONE : spare.packs);
  // That of before is the same archive, as it lay then.
  const isNew = whole.commit_sha256 !== current.commit_sha256;
  const gone = [...dropped.map(({ path }) => path), ...(isNew ? [formerPath(current)] : [])];
  if (!isDry) removeDurably(directory, gone);
  const found = await remove(directory, { isNamed, began, isDry, signal });
  return {
    directory,
    dry_run: isDry,
    manifests: kept.length + 1,
    removed_manifests: dropped.length,
    ...found,
    repacked: { packs: spare.packs.size, bytes: spare.bytes },
    confirmation: isDry ? words : null,
  };
}

/** Manifests go before what they name. */
function removeDurably(directory: string, manifests: readonly string[]): void {
  for (const path of manifests) rmSync(join(directory, path), { force: true });
  if (manifests.length > 0) syncFile(join(directory, FORMER));
}

interface Former {
  readonly path: string;
  readonly manifest: Manifest;
  readonly replacedAt: number;
}

/** Those of earlier exports, the newest first. */
async function formerManifests(directory: string, archive: ArchiveFolder): Promise<Former[]> {
  const names = lstatSync(join(directory, FORMER), { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(join(directory, FORMER)).filter((name) => FORMER_NAME.test(name))
    : [];
  const former: Former[] = [];
  for (const name of names) {
    const path = `${FORMER}/${name}`;
    const replacedAt = lstatSync(join(directory, path)).mtimeMs;
    former.push({ path, manifest: await manifestAt(archive, path), replacedAt });
  }
  const age = ({ manifest: { snapshot } }: Former) => Date.parse(snapshot.created_at);
  return former.sort((a, b) => age(b) - age(a) || b.replacedAt - a.replacedAt || (a.path < b.path ? 1 : -1));
}

async function manifestAt(archive: ArchiveFolder, path: string): Promise<Manifest> {
  const parsed = parseManifest(await archive.read(path, 0, (await archive.size(path)) ?? 0));
  if (parsed.ok) return parsed.value;
  throw new ArchiveError(parsed.problems[0]?.code ?? 'archive_schema_invalid', `${path} is no manifest`);
}

const formerPath = ({ commit_sha256 }: Manifest) => `${FORMER}/${commit_sha256}.json`;

/** They stand for the archives that are given up: others take others. */
function wordsFor(dropped: readonly Former[]): string | null {
  if (dropped.length === 0) return null;
  const commits = dropped.map(({ manifest }) => manifest.commit_sha256).sort();
  return `archive-prune:${keyOf(commits.join()).slice(0, CONFIRMED_DIGITS)}`;
}

/** Takes note of every file that a manifest names, but some that are written anew. */
async function note(
  named: KnownObjects,
  archive: ArchiveFolder,
  manifest: Manifest,
  except: ReadonlySet<string> = NONE,
): Promise<void> {
  const asNamed = (path: string) => ({ kind: 'file', sha256: keyOf(path), location: '' });
  named.add(manifest.index.map((object) => asNamed(placeOf(object).path)));
  let batch = new Set<string>();
  for await (const entry of new ArchiveContents(archive, manifest, { hash: nodeSha256 }).entries()) {
    const { path } = placeOf(entry);
    if (except.has(path)) continue;
    batch.add(path);
    if (batch.size < BATCH) continue;
    named.add([...batch].map(asNamed));
    batch = new Set();
  }
  named.add([...batch].map(asNamed));
}

const keyOf = (path: string) => createHash('sha256').update(path).digest('hex');

interface Removal {
  readonly isNamed: (path: string) => boolean;
  readonly began: number;
  readonly isDry: boolean;
  readonly signal: AbortSignal | undefined;
}

async function remove(
  directory: string,
  { isNamed, began, isDry, signal }: Removal,
): Promise<{ files: number; bytes: number }> {
  const pacer = new Pacer();
  const found = { files: 0, bytes: 0 };
  const emptied = new Set<string>();
  for (const path of filesOf(directory, emptied)) {
    if (signal?.aborted) throw new ArchiveError('archive_interrupted', 'the work was stopped');
    const at = join(directory, path);
    const file = lstatSync(at);
    if (isNamed(path) || !file.isFile() || file.mtimeMs >= began) continue;
    found.files += 1;
    found.bytes += file.size;
    if (!isDry) {
      rmSync(at);
      emptied.add(dirname(path));
    }
    await pacer.step();
  }
  // Those of an exporter alone, and what is above them.
  if (!isDry)
    for (const path of emptied)
      if (FOLDER.test(path) && removeEmptyFolder(join(directory, path))) emptied.add(dirname(path));
  return found;
}

/** Files below the folders of objects and packs that have the name an exporter gives them; folders with nothing in them are added to `empty`. */
function* filesOf(directory: string, empty: Set<string>): Generator<string> {
  for (const top of ['objects', 'packs']) {
    const waiting = [top];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (!lstatSync(join(directory, folder), { throwIfNoEntry: false })?.isDirectory()) continue;
      const listing = opendirSync(join(directory, folder));
      let entries = 0;
      for (let entry = listing.readSync(); entry !== null; entry = listing.readSync(), entries += 1) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) waiting.push(path);
        else if (path === usualPath(entry.name)) yield path;
      }
      listing.closeSync();
      if (entries === 0) empty.add(folder);
    }
  }
}

function usualPath(name: string): string | undefined {
  if (OBJECT.test(name)) return fanoutPath(name);
  const pack = PACK.exec(name)?.[1];
  return pack === undefined ? undefined : packPath(pack);
}
