import { StorageError } from '@notes/storage';
import type { Library } from '../../platform/context.js';
import { type LastExport, parseExports } from './recorded-exports.js';

export type { LastExport };

/** Largest number of folders whose exports are remembered. */
const MAX_FOLDERS = 4;
/** Largest number of objects to remember. More of them belong to a library of tens of gigabytes of text. */
export const MAX_REMEMBERED_RECORDS = 20_000;

/**
 * Returns the last export that made the given archive. It is stored in the library itself: a library restored from a
 * copy of its file forgets later exports, so its sequence numbers are never compared with those of another history.
 *
 * @param conditions conditions of the requested export
 * @param filesSha256 computes the digest of the files of the archive
 */
export async function findLastExport(
  library: Library,
  { commitSha256, conditions }: Pick<LastExport, 'commitSha256' | 'conditions'>,
  filesSha256: () => Promise<string | null>,
): Promise<LastExport | null> {
  const known = listExports(library).filter(
    (one) => one.commitSha256 === commitSha256 && one.conditions === conditions,
  );
  if (known.length === 0) return null;
  const found = await filesSha256();
  return known.find((one) => one.filesSha256 === found) ?? null;
}

/** Returns the folder of the last export of the whole library; undefined when there was none. */
export const findNewestFolder = (library: Library): string | undefined => listExports(library)[0]?.directory;

/** Returns the latest of the last exports that made an archive; undefined when none did. */
export const findExportByCommit = (library: Library, commitSha256: string): LastExport | undefined =>
  listExports(library).find((one) => one.commitSha256 === commitSha256);

/** Returns true when one of the last exports of the whole library went to a folder. */
export const hasExportedTo = (library: Library, directory: string): boolean =>
  listExports(library).some((one) => one.directory === directory);

/** Returns the last exports of the whole library, the latest first. */
const listExports = ({ store }: Library): LastExport[] => parseExports(store.read(({ meta }) => meta.get('archives')));

/** Stores an export in place of earlier exports to the folder. */
export async function recordExport({ store }: Library, exported: LastExport): Promise<void> {
  try {
    await store.write(({ meta }) => {
      const others = parseExports(meta.get('archives')).filter(({ directory }) => directory !== exported.directory);
      meta.set('archives', JSON.stringify([exported, ...others].slice(0, MAX_FOLDERS)));
    });
  } catch (error) {
    // The archive is complete. On a full or read-only disk, only the next export takes longer.
    if (!(error instanceof StorageError)) throw error;
  }
}
