// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { say } from './output.mjs';

const PLACE = '/dev/shm';
const PREFIX = 'notes-test-';
const GIB = 2 ** 30;
/**
 * Free bytes of the folder's file system and of the machine below which tests write to the disk: many use some MB, a
 * few hundreds.
 */
const MIN_FREE_BYTES = 4 * GIB;
const MIN_MEMORY_BYTES = 8 * GIB;

/**
 * Makes a folder in memory for the temporary files of tests. They create thousands of libraries, each of which waits
 * for the disk at every write that is made durable. A test of durability itself traces the calls, and needs no disk.
 *
 * @param {{ place?: string, memory?: number }} [given]
 * @returns {{ path: string, remove: () => void } | undefined} undefined where memory is short, or no place of it takes
 *   files that can be run
 */
export function makeMemoryFolder({ place = PLACE, memory = freemem() } = {}) {
  try {
    removeLeftovers(place, PREFIX);
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < MIN_FREE_BYTES || memory < MIN_MEMORY_BYTES) return undefined;
    const path = mkdtempSync(join(place, `${PREFIX}${process.pid}-`));
    if (!runsPrograms(path)) {
      removeFolder(path);
      return undefined;
    }
    return { path, remove: () => removeFolder(path) };
  } catch {
    return undefined;
  }
}

/** Tests for the permission to run a script in a folder: some tests write one, and containers may forbid it there. */
function runsPrograms(/** @type {string} */ folder) {
  const script = join(folder, 'script');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(script);
  rmSync(script);
  return status === 0;
}

/**
 * Removes the folders of runs that were killed before their own cleanup.
 * @param {string} place
 * @param {string} prefix beginning of their names, which the id of the process follows
 */
export function removeLeftovers(place, prefix) {
  for (const name of readdirSync(place)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (pid > 0 && !isAlive(pid)) removeFolder(join(place, name));
  }
}

function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}

/** Removes a folder as far as possible; a browser that is ending may still write to its own. */
function removeFolder(/** @type {string} */ path) {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch (error) {
    say(`${path} could not be removed: ${error instanceof Error ? error.message : error}. Remove it by hand.`);
  }
}
