// @ts-check
/**
 * Runs the built service, an agent and the commands that write files, and looks at everything they wrote: which paths,
 * or with which access for others. The shell that starts them has a umask of 0.
 * Usage: node footprint.mjs --check places|access
 */
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { reportCounts } from '../prove/report.mjs';
import { canTrace } from './command.mjs';
import { doWork, makePlaces, Programs } from './footprint/run-programs.mjs';
import { createTracer, listWrittenPaths } from './footprint/written-paths.mjs';

/** @typedef {import('./footprint/run-programs.mjs').Places} Places */
/** @typedef {{ count: number, faults: string[] }} Finding count: of files and folders */

const OTHERS_MODE_BITS = 0o077;
/** Folders below the home folder: of the library, the settings and the cache. */
const OWN_FOLDERS = ['.local/share/notes', '.config/notes', '.cache/notes'];

const isWithin = (/** @type {string} */ path, /** @type {string} */ folder) =>
  path === folder || path.startsWith(`${folder}${sep}`);

/** Looks for paths outside of the folders that are documented. @returns {Finding} */
function inspectPlaces(/** @type {Places} */ { home, tmp, carrier, named }, /** @type {readonly string[]} */ paths) {
  const own = OWN_FOLDERS.map((name) => join(home, name));
  const allowed = [...own, tmp, carrier, named];
  // The parents of its own folders are created where they are missing.
  const parents = own.map((folder) => dirname(folder)).concat(join(home, '.local'));
  const outside = paths.filter((path) => !parents.includes(path) && !allowed.some((folder) => isWithin(path, folder)));
  return { count: paths.length, faults: outside.map((path) => `written outside of the documented folders: ${path}`) };
}

/** Looks for files and folders that others can access. @returns {Finding} */
function inspectAccess(/** @type {Places} */ { home, tmp, cwd, carrier, named }) {
  const paths = [home, tmp, cwd, carrier, named].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name)),
  );
  const modes = paths.map((path) => ({ path, mode: lstatSync(path).mode & 0o777 }));
  const faults = modes.filter(({ mode }) => (mode & OTHERS_MODE_BITS) !== 0);
  return {
    count: paths.length,
    faults: faults.map(({ path, mode }) => `${path} has the mode ${mode.toString(8)}`),
  };
}

/** Names of the checks. Each runs the programs, and returns a second time what it finds after a planted fault. */
const CHECKS = {
  places: async (/** @type {Places} */ places) => {
    const log = join(places.scratch, 'trace');
    const programs = new Programs(places, createTracer(log));
    const inspect = () => inspectPlaces(places, listWrittenPaths(log, places.cwd));
    await doWork(programs, places);
    const found = inspect();
    programs.run(['sh', '-c', 'echo > left-behind']);
    return { programs: programs.count - 1, found, planted: inspect() };
  },
  access: async (/** @type {Places} */ places) => {
    const programs = new Programs(places);
    await doWork(programs, places);
    const found = inspectAccess(places);
    const path = join(places.named, 'readable');
    writeFileSync(path, '');
    chmodSync(path, 0o640);
    return { programs: programs.count, found, planted: inspectAccess(places) };
  },
};

async function main() {
  const { values } = parseArgs({ options: { check: { type: 'string', default: 'places' } } });
  const check = Object.entries(CHECKS).find(([name]) => name === values.check)?.[1];
  if (check === undefined) throw new Error(`--check is "${values.check}". Choose places or access.`);
  if (process.platform === 'win32' || (check === CHECKS.places && !canTrace())) {
    console.log(`skipped: ${process.platform === 'win32' ? 'this system has no modes' : 'strace cannot be used here'}`);
    return 0;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'notes-footprint-'));
  try {
    const { programs, found, planted } = await check(makePlaces(scratch));
    reportCounts({ programs, 'files and folders': found.count });
    for (const fault of found.faults.slice(0, 20)) console.error(fault);
    const isSensitive = planted.faults.length > found.faults.length;
    if (!isSensitive) console.error('the planted fault was not detected');
    const passed = found.faults.length === 0 && isSensitive;
    console.log(
      passed ? `passed: ${programs} programs wrote ${found.count} files and folders, all as documented` : 'FAILED',
    );
    return passed ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await main();
