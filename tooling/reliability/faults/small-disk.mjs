// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SIZE = 'size=200m';
/** Variable of a process that has a mount namespace of its own. */
const INSIDE = 'OWN_MOUNTS';

/** Reason that no file system can be mounted here. */
export const NO_MOUNTS = 'no file system of a limited size can be mounted here';

/**
 * Runs this script again in a user namespace, in which any account may mount file systems, where the present process
 * may not.
 * @returns {number | undefined} exit code of that run; undefined when this process continues
 */
export function enterOwnMounts() {
  if (process.env[INSIDE] !== undefined || canMount()) return undefined;
  if (spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0) return undefined;
  const { status } = spawnSync('unshare', ['-rm', process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: 'true' },
  });
  return status ?? 1;
}

/** Returns true when this process may mount a file system. */
const canMount = () => spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** Disk of a limited size in memory. */
export class SmallDisk {
  #path;
  #ballast;

  /** @param {string} path folder for its files */
  constructor(path) {
    this.#path = path;
    this.#ballast = join(path, 'ballast');
  }

  /** Mounts an empty disk; returns false when it cannot be mounted here. */
  mount() {
    mkdirSync(this.#path, { recursive: true });
    return spawnSync('mount', ['-t', 'tmpfs', '-o', SIZE, 'tmpfs', this.#path]).status === 0;
  }

  /** Writes a file that leaves this much free space, in bytes. */
  fill(/** @type {number} */ leftBytes) {
    const { bavail, bsize } = statfsSync(this.#path);
    writeFileSync(this.#ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
  }

  /** Makes room, as a user would by deleting a large file. */
  free() {
    rmSync(this.#ballast, { force: true });
  }

  /** Removes the disk with its files. */
  unmount() {
    spawnSync('umount', ['-l', this.#path]);
  }
}
