import { locateObject, type Manifest } from '@notes/archive-manifest';
import { FileStamps } from './file-stamps.js';
import { readFormerEntries } from './read-former-entries.js';

/**
 * Returns the digest of {@link FileStamps} over all files of an archive, in the order of its index.
 *
 * @returns null when a file is missing, is no regular file or is below a link, and when the index is damaged
 */
export async function stampFiles(directory: string, manifest: Manifest): Promise<string | null> {
  const stamps = new FileStamps(directory);
  let objects = 0;
  try {
    for (const object of manifest.index) stamps.add(locateObject(object).path);
    for await (const entries of readFormerEntries(directory, manifest)) {
      objects += entries.length;
      for (const entry of entries) stamps.add(locateObject(entry).path);
    }
  } catch {
    return null;
  }
  return objects === manifest.totals.objects ? stamps.digest() : null;
}
