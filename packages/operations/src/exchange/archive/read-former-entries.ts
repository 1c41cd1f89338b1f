import { type IndexEntry, IndexStream, locateObject, type Manifest, RunState } from '@notes/archive-manifest';
import { type ArchiveFolder, nodeSha256, openArchive } from '@notes/archive-manifest/node';
import type { KnownObject } from '@notes/storage';

const PIECE_BYTES = 1024 * 1024;

/** Returns the facts about an index entry that the next export needs. */
export const toKnownObject = ({ kind, sha256, location }: IndexEntry): KnownObject => ({
  kind,
  sha256,
  location: JSON.stringify(location),
});

/**
 * Yields the index entries of the archive in a folder, one index object at a time. An index object that cannot be read
 * yields no entries, so its objects are written again.
 */
export async function* readFormerEntries(directory: string, manifest: Manifest): AsyncGenerator<readonly IndexEntry[]> {
  const archive = openArchive(directory);
  try {
    const run = new RunState(nodeSha256);
    for (const object of manifest.index) yield await readIndexEntries(archive, object, run);
  } finally {
    archive.close();
  }
}

/** Returns no entries for an index object that does not match its digest or size. */
async function readIndexEntries(
  archive: ArchiveFolder,
  object: Manifest['index'][number],
  run: RunState,
): Promise<readonly IndexEntry[]> {
  const { path } = locateObject(object);
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
