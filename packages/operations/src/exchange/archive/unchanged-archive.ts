import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  EXPORT_FOLDER,
  LIMITS,
  locateObject,
  MANIFEST_PATH,
  type Manifest,
  parseKnownManifest,
} from '@notes/archive-manifest';
import { nodeSha256 } from '@notes/archive-manifest/node';
import { FileStamps } from './file-stamps.js';
import type { LastExport } from './recorded-exports.js';
import { stampEntries } from './stamp-files.js';

/**
 * Reads the manifest of an archive that an export recorded, when the folder has not changed since: no program wrote to a
 * file of it, and no export has begun. Loads no schema and starts no thread.
 *
 * @returns null when the folder changed, or has to be looked at more closely
 */
export function readUnchangedManifest({ directory, commitSha256, filesSha256 }: LastExport): Manifest | null {
  try {
    if (!lstatSync(directory).isDirectory() || exists(join(directory, EXPORT_FOLDER))) return null;
    const manifest = readManifest(join(directory, MANIFEST_PATH), commitSha256);
    return manifest !== null && stampIndexedFiles(directory, manifest) === filesSha256 ? manifest : null;
  } catch {
    return null;
  }
}

const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function readManifest(path: string, commitSha256: string): Manifest | null {
  const found = lstatSync(path);
  if (!found.isFile() || found.size > LIMITS.manifestBytes) return null;
  return parseKnownManifest(readFileSync(path, 'utf8'), commitSha256, nodeSha256);
}

/** Returns the digest of {@link FileStamps} over the files of an archive, in the order of `stampFiles`. */
function stampIndexedFiles(directory: string, { index, totals }: Manifest): string | null {
  const stamps = new FileStamps(directory);
  // The index objects are regular files below no link, once they are added.
  for (const object of index) stamps.add(locateObject(object).path);
  let objects = 0;
  for (const object of index) objects += stampEntries(stamps, directory, object);
  return objects === totals.objects ? stamps.digest() : null;
}
