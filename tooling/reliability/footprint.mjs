// @ts-check
/**
 * Runs the built service, an agent and the commands that write files, and looks at everything they left: the paths they
 * wrote, the access that others have to these, or the addresses outside this machine that they tried to reach. The
 * shell that starts them has a umask of 0.
 * Usage: node footprint.mjs --check places|access|connections [--idle SECONDS]
 */
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { reportCounts } from '../prove/report.mjs';
import { canTrace } from './command.mjs';
import { CONNECTING_CALLS, listOutsideAddresses } from './footprint/connections.mjs';
import { doWork, makePlaces, Programs } from './footprint/run-programs.mjs';
import { createTracer } from './footprint/trace.mjs';
import { listWrittenPaths, WRITING_CALLS } from './footprint/written-paths.mjs';

/** @typedef {import('./footprint/run-programs.mjs').Places} Places */
/** @typedef {{ count: number, faults: string[] }} Finding count: of files and folders; 0 where none are looked at */

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

/** Looks for addresses outside this machine. @returns {Finding} */
const inspectConnections = (/** @type {string} */ log) => ({
  count: 0,
  faults: listOutsideAddresses(log).map((address) => `tried to reach ${address}`),
});

/**
 * Result of a check: the number of programs, what they left, and then what was found after each of some planted faults.
 * @typedef {{ programs: number, found: Finding, planted: Finding[] }} Result
 */

/** Programs that reach out: for a name, and to addresses that exist nowhere, over TCP and UDP. */
const PLANTED_REQUESTS = [
  "require('node:dns').lookup('notes.invalid', () => process.exit())",
  "require('node:net').connect(9, '192.0.2.1').on('error', () => {}); setTimeout(() => process.exit(), 200)",
  "require('node:dgram').createSocket('udp4').send('x', 9, '192.0.2.2', () => process.exit())",
];

/**
 * Checks by name. The second argument is the number of seconds for which the service has nothing to do, and could report
 * to somebody.
 * @type {Record<string, (places: Places, idle: number) => Promise<Result>>}
 */
const CHECKS = {
  places: async (places) => {
    const log = join(places.scratch, 'trace');
    const programs = new Programs(places, createTracer(log, WRITING_CALLS));
    const inspect = () => inspectPlaces(places, listWrittenPaths(log, places.cwd));
    await doWork(programs, places);
    const found = inspect();
    programs.run(['sh', '-c', 'echo > left-behind']);
    return { programs: programs.count - 1, found, planted: [inspect()] };
  },
  access: async (places) => {
    const programs = new Programs(places);
    await doWork(programs, places);
    const found = inspectAccess(places);
    const path = join(places.named, 'readable');
    writeFileSync(path, '');
    chmodSync(path, 0o640);
    return { programs: programs.count, found, planted: [inspectAccess(places)] };
  },
  connections: async (places, idle) => {
    const log = join(places.scratch, 'trace');
    const programs = new Programs(places, createTracer(log, CONNECTING_CALLS));
    await doWork(programs, places);
    await programs.serve(async () => {
      await sleep(idle * 1000);
    });
    const { count } = programs;
    const found = inspectConnections(log);
    const planted = PLANTED_REQUESTS.map((code) => {
      programs.run([process.execPath, '-e', code]);
      return inspectConnections(log);
    });
    return { programs: count, found, planted };
  },
};

async function main() {
  const { values } = parseArgs({
    options: { check: { type: 'string', default: 'places' }, idle: { type: 'string', default: '5' } },
  });
  const check = CHECKS[values.check];
  if (check === undefined) throw new Error(`--check is "${values.check}". Choose ${Object.keys(CHECKS).join(' or ')}.`);
  if (check === CHECKS.access ? process.platform === 'win32' : !canTrace()) {
    console.log(`skipped: ${check === CHECKS.access ? 'this system has no modes' : 'strace cannot be used here'}`);
    return 0;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'notes-footprint-'));
  try {
    const { programs, found, planted } = await check(makePlaces(scratch), Number(values.idle));
    reportCounts({ programs, ...(found.count > 0 && { 'files and folders': found.count }) });
    for (const fault of found.faults.slice(0, 20)) console.error(fault);
    const isSensitive = planted.every(({ faults }, n) => faults.length > (planted[n - 1] ?? found).faults.length);
    if (!isSensitive) console.error('a planted fault was not detected');
    const passed = found.faults.length === 0 && isSensitive;
    const written = found.count > 0 ? ` and ${found.count} files and folders` : '';
    console.log(passed ? `passed: ${programs} programs${written}, without a fault` : 'FAILED');
    return passed ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await main();
