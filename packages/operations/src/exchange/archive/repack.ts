import {
  ArchiveContents,
  ArchiveError,
  commitManifest,
  type IndexEntry,
  locateObject,
  type Manifest,
  PACK_HEADER_BYTES,
  PACK_PREFIX_BYTES,
} from '@notes/archive-manifest';
import { type ArchiveFolder, ArchiveWriter, nodeSha256 } from '@notes/archive-manifest/node';
import { commitWritten } from './target.js';

/** Smallest share of used bytes. A pack below it is rewritten. */
const MIN_USED_SHARE = 0.5;
/**
 * Largest object in a pack to rewrite, in bytes, since each object is held in memory. Other exporters may pack larger
 * ones.
 */
const MAX_HELD_OBJECT_BYTES = 64 * 1024 * 1024;

/** Packs to rewrite. */
export interface SparePacks {
  readonly packs: ReadonlySet<string>;
  /** Total size of the objects that are in use there. */
  readonly bytes: number;
  /** Packs that are mostly unused too, but stay because another manifest names them. */
  readonly held: HeldPacks;
}

/** Number of packs, and their bytes that the current archive does not need. */
interface HeldPacks {
  packs: number;
  bytes: number;
}

export const NO_SPARE_PACKS: SparePacks = { packs: new Set(), bytes: 0, held: { packs: 0, bytes: 0 } };

interface PackUse {
  bytes: number;
  /** Bytes of the pack header and of the prefixes of the objects. */
  prefixes: number;
  largest: number;
}

/**
 * Returns the packs of an archive that are mostly unused. Only counts packs that another manifest names, since these
 * must stay.
 *
 * @param isNamed returns true when another manifest of the folder names the file
 */
export async function findSparePacks(
  archive: ArchiveFolder,
  manifest: Manifest,
  isNamed: (path: string) => boolean,
): Promise<SparePacks> {
  const uses = new Map<string, PackUse>();
  for await (const entry of openContents(archive, manifest).entries()) {
    const { path, pack } = locateObject(entry);
    if (pack === null) continue;
    const use = uses.get(path) ?? { bytes: 0, prefixes: PACK_HEADER_BYTES, largest: 0 };
    uses.set(path, use);
    use.bytes += entry.size_bytes;
    use.prefixes += PACK_PREFIX_BYTES;
    use.largest = Math.max(use.largest, entry.size_bytes);
  }
  const packs = new Set<string>();
  const held: HeldPacks = { packs: 0, bytes: 0 };
  let bytes = 0;
  for (const [path, use] of uses) {
    const size = (await archive.size(path)) ?? 0;
    const used = use.bytes + use.prefixes;
    if (used >= size * MIN_USED_SHARE || use.largest > MAX_HELD_OBJECT_BYTES) continue;
    if (isNamed(path)) {
      held.packs += 1;
      held.bytes += size - used;
      continue;
    }
    packs.add(path);
    bytes += use.bytes;
  }
  return { packs, bytes, held };
}

interface RepackOptions {
  readonly manifest: Manifest;
  readonly packs: SparePacks['packs'];
  readonly signal: AbortSignal | undefined;
}

/**
 * Rewrites the archive of a folder without the given packs: moves their objects in use into new packs. The replaced
 * manifest is kept beside the new one, as after any export.
 *
 * @throws ArchiveError `archive_object_digest` for an object that does not match its digest; the archive stays
 * unchanged
 */
export async function repack(
  directory: string,
  archive: ArchiveFolder,
  { manifest, packs, signal }: RepackOptions,
): Promise<Manifest> {
  let current: IndexEntry | undefined;
  const isMoved = (entry: IndexEntry) => packs.has(locateObject(entry).path);
  const findKnownLocation = () => {
    if (current === undefined || isMoved(current)) return undefined;
    return { ...current.location, path: locateObject(current).path };
  };
  const writer = new ArchiveWriter(directory, { findLocation: findKnownLocation, rereadBytes: 0 });
  try {
    for await (const entry of openContents(archive, manifest).entries()) {
      if (signal?.aborted) throw new ArchiveError('archive_interrupted', 'The work was stopped');
      current = entry;
      const bytes = isMoved(entry) ? await readObject(archive, entry) : null;
      writer.addObject(entry, () => {
        if (bytes === null)
          throw new ArchiveError('archive_object_missing', `${locateObject(entry).path} is incomplete`);
        return [bytes];
      });
    }
    const { index, totals, requiredCapabilities } = writer.finish();
    const { compatibility } = manifest;
    const required = new Set([...compatibility.required_capabilities, ...requiredCapabilities]);
    const written = commitManifest({
      ...manifest,
      compatibility: { ...compatibility, required_capabilities: [...required].sort() },
      index,
      totals,
    });
    await commitWritten(directory, writer, written);
    return written;
  } finally {
    writer.close();
  }
}

const openContents = (archive: ArchiveFolder, manifest: Manifest) =>
  new ArchiveContents(archive, manifest, { hash: nodeSha256 });

/** Reads an object. The writer checks its digest. */
async function readObject(archive: ArchiveFolder, entry: IndexEntry): Promise<Uint8Array> {
  const { path, pack } = locateObject(entry);
  return archive.read(path, pack?.offset ?? 0, entry.size_bytes);
}
