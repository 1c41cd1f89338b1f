import { createHash, type Hash } from 'node:crypto';
import { closeSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isDesktopFile } from '@notes/archive-manifest/node';
import { Pacer } from '@notes/storage';

const PIECE_BYTES = 1024 * 1024;

/**
 * Returns the SHA-256 digest (hex) of all files below a folder: their paths and bytes, in the order of the paths.
 * Leaves out top-level entries whose names begin with a dot, and files of desktop environments at any level. Entries
 * that are neither a file nor a folder count by name only.
 */
export async function computeTreeDigest(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const pacer = new Pacer();
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (const path of listPaths(folder)) {
    hash.update(`${path.name}\0${path.isFile ? 'file' : 'other'}\0`);
    if (path.isFile) addFile(hash, join(folder, path.name), piece);
    await pacer.step();
  }
  return hash.digest('hex');
}

function* listPaths(folder: string): Generator<FoundPath> {
  for (const name of listNames(folder)) if (!name.startsWith('.')) yield* listBelow(folder, name);
}

interface FoundPath {
  readonly name: string;
  readonly isFile: boolean;
}

function* listBelow(folder: string, name: string): Generator<FoundPath> {
  const status = lstatSync(join(folder, name));
  if (!status.isDirectory()) yield { name, isFile: status.isFile() };
  else for (const each of listNames(join(folder, name))) yield* listBelow(folder, `${name}/${each}`);
}

/** Returns names only, since a folder may have very many entries. */
const listNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !isDesktopFile(name))
    .sort();

/** Hashes each piece after its length, so that no two trees give the hash the same bytes. */
function addFile(hash: Hash, path: string, piece: Buffer): void {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const length = readSync(file, piece, 0, piece.length, null);
      hash.update(`${length}\0`).update(piece.subarray(0, length));
      if (length === 0) return;
    }
  } finally {
    closeSync(file);
  }
}
