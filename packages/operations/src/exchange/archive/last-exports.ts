import type { KeptRecords } from '@notes/archive-manifest/node';
import { StorageError } from '@notes/storage';
import type { Library } from '../../platform/context.js';
import type { LongBody } from './record-parts.js';

/** State of the library and of a folder after an export of the whole library. */
export interface LastExport {
  /** Absolute path of the folder. */
  readonly directory: string;
  /** Digest of the manifest, which pins all contents. */
  readonly commitSha256: string;
  /** Digest of the times and sizes of the files: see `stampFiles`. */
  readonly filesSha256: string;
  /** Last sequence number of the change journal in the exported state. */
  readonly seq: number;
  /** Versions, identity and options on which the bytes of the archive depend, as JSON. */
  readonly conditions: string;
  /** Objects of the records of notes, in index order; null when there are too many. */
  readonly records: readonly KeptRecords[] | null;
  /** Texts of notes that are blobs. */
  readonly longBodies: readonly LongBody[];
}

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
  const known = parseExports(library.store.read(({ meta }) => meta.get('archives'))).filter(
    (one) => one.commitSha256 === commitSha256 && one.conditions === conditions,
  );
  if (known.length === 0) return null;
  const found = await filesSha256();
  return known.find((one) => one.filesSha256 === found) ?? null;
}

/** Returns the folder of the last export of the whole library; undefined when there was none. */
export const findNewestFolder = ({ store }: Library): string | undefined =>
  parseExports(store.read(({ meta }) => meta.get('archives')))[0]?.directory;

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

function parseExports(text: string | undefined): LastExport[] {
  try {
    return JSON.parse(text ?? '[]') as LastExport[];
  } catch {
    return [];
  }
}
