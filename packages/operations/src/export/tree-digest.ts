import { createHash, type Hash } from 'node:crypto';
import { closeSync, type Dirent, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Pacer } from '../pacer.js';

const PIECE_BYTES = 1024 * 1024;

/**
 * SHA-256 (hex) over every file below a folder, in the order of their paths: path and bytes of each. Entries at the top
 * whose names begin with a dot are left out; what is neither file nor folder counts by its name.
 */
export async function treeDigest(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const pacer = new Pacer();
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (const path of pathsBelow(folder)) {
    hash.update(`${path.name}\0${path.isFile ? 'file' : 'other'}\0`);
    if (path.isFile) addFile(hash, join(folder, path.name), piece);
    await pacer.step();
  }
  return hash.digest('hex');
}

function* pathsBelow(folder: string): Generator<{ name: string; isFile: boolean }> {
  for (const entry of entries(folder)) if (!entry.name.startsWith('.')) yield* below(folder, entry, '');
}

function* below(folder: string, entry: Dirent, before: string): Generator<{ name: string; isFile: boolean }> {
  const name = before + entry.name;
  if (!entry.isDirectory()) yield { name, isFile: entry.isFile() };
  else for (const each of entries(join(folder, name))) yield* below(folder, each, `${name}/`);
}

const entries = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));

/** Each piece with its length before it, so that no two trees give the hash the same bytes. */
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
