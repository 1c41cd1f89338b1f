import {
  ArchiveError,
  type IndexEntry,
  IndexStream,
  type Manifest,
  parseManifest,
  placeOf,
  RunState,
} from '@notes/archive-manifest';
import { type ArchiveFolder, nodeSha256, openArchive } from '@notes/archive-manifest/node';
import type { KnownObject } from '@notes/storage';

const PIECE_BYTES = 1024 * 1024;
const MANIFEST = 'manifest.json';

/** What of an entry is worth knowing, for the next export. */
export const knownOf = ({ kind, sha256, location }: IndexEntry): KnownObject => ({
  kind,
  sha256,
  location: JSON.stringify(location),
});

/**
 * The objects of the archive that is in a folder already, those of one index object at a time. What of its index cannot
 * be read is written again.
 *
 * @throws ArchiveError `archive_target_not_empty` for an archive of another library
 */
export async function* formerEntries(directory: string, databaseId: string): AsyncGenerator<readonly IndexEntry[]> {
  const archive = openArchive(directory);
  try {
    const manifest = await formerManifest(archive);
    if (manifest === null) return;
    if (manifest.snapshot.database_id !== databaseId)
      throw new ArchiveError('archive_target_not_empty', `${directory} holds an archive of another library`);
    const run = new RunState(nodeSha256);
    for (const object of manifest.index) yield await entriesOf(archive, object, run);
  } finally {
    archive.close();
  }
}

async function formerManifest(archive: ArchiveFolder): Promise<Manifest | null> {
  const size = await archive.size(MANIFEST);
  if (size === null) return null;
  const parsed = parseManifest(await archive.read(MANIFEST, 0, size));
  return parsed.ok ? parsed.value : null;
}

/** None of an index object that is not as it was written. */
async function entriesOf(
  archive: ArchiveFolder,
  object: Manifest['index'][number],
  run: RunState,
): Promise<readonly IndexEntry[]> {
  const { path } = placeOf(object);
  const stream = new IndexStream(object, run, nodeSha256);
  const entries: IndexEntry[] = [];
  for (let at = 0; at < object.size_bytes; ) {
    const piece = await archive.read(path, at, Math.min(PIECE_BYTES, object.size_bytes - at));
    if (piece.length === 0) return [];
    if (stream.push(piece, (entry) => entries.push(entry)).length > 0) return [];
    at += piece.length;
  }
  return stream.end().length === 0 ? entries : [];
}
