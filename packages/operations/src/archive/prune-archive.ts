import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, opendirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  ArchiveContents,
  ArchiveError,
  fanoutPath,
  type Manifest,
  packPath,
  parseManifest,
  placeOf,
} from '@notes/archive-manifest';
import { type ArchiveFolder, nodeSha256, openArchive } from '@notes/archive-manifest/node';
import type { Input, Output } from '@notes/contract';
import { KnownObjects } from '@notes/storage';
import { Pacer } from '../pacer.js';
import { existing } from './look.js';
import type { Attended } from './read-archive.js';
import { asRefusal } from './refusal.js';
import { lockFolder } from './target.js';

type Outcome = Output<'pruneArchive'>;

const MANIFEST = 'manifest.json';
const FORMER = 'manifests';
const FORMER_NAME = /^[0-9a-f]{64}\.json$/;
const OBJECT = /^[0-9a-f]{64}$/;
const PACK = /^([0-9a-f]{64})\.pack$/;
const BATCH = 10_000;

/**
 * Removes the files of objects and packs that no manifest of an archive names, the earlier ones included: what exports left
 * that were never finished, or that only manifests named which were removed since. Nothing is removed unless every
 * manifest and its index can be read, nor what came after the beginning, nor a file that is named otherwise.
 *
 * @throws ServiceError `not_found`; with the code of the format where a manifest cannot be relied on
 */
export async function pruneArchive(input: Input<'pruneArchive'>, { signal }: Attended): Promise<Outcome> {
  const directory = existing(input.directory);
  const began = Date.now();
  const folder = join(directory, '.export');
  const archive = openArchive(directory);
  try {
    if ((await archive.size(MANIFEST)) === null)
      throw new ArchiveError('archive_manifest_missing', `${directory} has no manifest`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = lockFolder(directory);
    const named = new KnownObjects(join(folder, 'named.db'));
    try {
      const manifests = await manifestsOf(directory, archive);
      for (const manifest of manifests) await note(named, archive, manifest);
      const isNamed = (path: string) => named.find('file', keyOf(path)) !== undefined;
      const found = await remove(directory, { isNamed, began, isDry: input.dry_run, signal });
      return { directory, dry_run: input.dry_run, manifests: manifests.length, ...found };
    } finally {
      named.close();
      for (const file of named.files) rmSync(file, { force: true });
      lock.release();
      rmSync(join(folder, 'lock'), { force: true });
      // What an export that was stopped has noted there is left to the next.
      if (readdirSync(folder).length === 0) rmdirSync(folder);
    }
  } catch (error) {
    throw asRefusal(error);
  } finally {
    archive.close();
  }
}

async function manifestsOf(directory: string, archive: ArchiveFolder): Promise<Manifest[]> {
  const former = lstatSync(join(directory, FORMER), { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(join(directory, FORMER)).filter((name) => FORMER_NAME.test(name))
    : [];
  const manifests: Manifest[] = [];
  for (const path of [MANIFEST, ...former.map((name) => `${FORMER}/${name}`)]) {
    const parsed = parseManifest(await archive.read(path, 0, (await archive.size(path)) ?? 0));
    if (!parsed.ok)
      throw new ArchiveError(parsed.problems[0]?.code ?? 'archive_schema_invalid', `${path} is no manifest`);
    manifests.push(parsed.value);
  }
  return manifests;
}

/** Takes note of every file that a manifest names. */
async function note(named: KnownObjects, archive: ArchiveFolder, manifest: Manifest): Promise<void> {
  const asNamed = (path: string) => ({ kind: 'file', sha256: keyOf(path), location: '' });
  named.add(manifest.index.map((object) => asNamed(placeOf(object).path)));
  let batch = new Set<string>();
  for await (const entry of new ArchiveContents(archive, manifest, { hash: nodeSha256 }).entries()) {
    batch.add(placeOf(entry).path);
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
  for (const path of filesOf(directory)) {
    if (signal?.aborted) throw new ArchiveError('archive_interrupted', 'the work was stopped');
    const at = join(directory, path);
    const file = lstatSync(at);
    if (isNamed(path) || !file.isFile() || file.mtimeMs >= began) continue;
    found.files += 1;
    found.bytes += file.size;
    if (!isDry) rmSync(at);
    await pacer.step();
  }
  return found;
}

/** Files below the folders of objects and packs that have the name an exporter gives them. */
function* filesOf(directory: string): Generator<string> {
  for (const top of ['objects', 'packs']) {
    const waiting = [top];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (!lstatSync(join(directory, folder), { throwIfNoEntry: false })?.isDirectory()) continue;
      const listing = opendirSync(join(directory, folder));
      for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) waiting.push(path);
        else if (path === usualPath(entry.name)) yield path;
      }
      listing.closeSync();
    }
  }
}

function usualPath(name: string): string | undefined {
  if (OBJECT.test(name)) return fanoutPath(name);
  const pack = PACK.exec(name)?.[1];
  return pack === undefined ? undefined : packPath(pack);
}
