import { hash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LeafTree } from '@notes/sync-protocol/run';
import { type DataPaths, DRAFT_PREFIX } from '../library/files.js';

type Paths = Pick<DataPaths, 'tmp'>;
const CHECKSUM_BYTES = 32;

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');
const getPath = ({ tmp }: Paths) => join(tmp, 'sync-leaves');

/**
 * Writes a hash tree to a file, without a flush: a tree that is lost or damaged is built again. A tree that cannot be
 * written is not an error either.
 *
 * @returns checksum of the file, which also identifies it
 */
export function writeLeafFile(paths: Paths, tree: LeafTree): string {
  const bytes = tree.serialize();
  const checksum = sha256(bytes);
  const draft = join(paths.tmp, `${DRAFT_PREFIX}${randomBytes(8).toString('hex')}`);
  try {
    writeFileSync(draft, Buffer.concat([checksum, bytes]), { flag: 'wx', mode: 0o600 });
    renameSync(draft, getPath(paths));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    rmSync(draft, { force: true });
  }
  return checksum.toString('hex');
}

/** Reads the hash tree of a file; undefined unless the file is intact and has this checksum. */
export function readLeafFile(paths: Paths, checksum: string): LeafTree | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(getPath(paths));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
  const leaves = bytes.subarray(CHECKSUM_BYTES);
  if (bytes.toString('hex', 0, CHECKSUM_BYTES) !== checksum || sha256(leaves).toString('hex') !== checksum)
    return undefined;
  return LeafTree.parse(leaves, sha256) ?? undefined;
}

/** Deletes the hash tree, which may contain the digest of a note that was deleted permanently. */
export const removeLeafFile = (paths: Paths): void => rmSync(getPath(paths), { force: true });
