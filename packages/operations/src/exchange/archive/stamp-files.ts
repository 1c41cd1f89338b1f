import { setImmediate } from 'node:timers/promises';
import { locateObject, type Manifest } from '@notes/archive-manifest';
import { FileStamps } from './file-stamps.js';
import { readKnownEntries } from './read-known-entries.js';

/**
 * Returns the digest of {@link FileStamps} over all files of an archive that an export wrote, in the order of its
 * index. Yields to other work between two index objects.
 *
 * @returns null when a file is missing, is no regular file or is below a link, and when the index is damaged
 */
export async function stampFiles(directory: string, { index, totals }: Manifest): Promise<string | null> {
  const stamps = new FileStamps(directory);
  let objects = 0;
  try {
    for (const object of index) stamps.add(locateObject(object).path);
    for (const object of index) {
      objects += stampEntries(stamps, directory, object);
      await setImmediate();
    }
  } catch {
    return null;
  }
  return objects === totals.objects ? stamps.digest() : null;
}

/**
 * Adds the files of the entries of an index object, and returns their number.
 *
 * @throws Error for a file that {@link FileStamps} refuses, and as {@link readKnownEntries}
 */
export function stampEntries(stamps: FileStamps, directory: string, object: Manifest['index'][number]): number {
  const entries = readKnownEntries(directory, object);
  for (const entry of entries) stamps.add(locateObject(entry).path);
  return entries.length;
}
