// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selectPart } from '../part.mjs';

/** @typedef {import('../command.mjs').Command} Command */
/**
 * Call by which a program uses a file.
 * @typedef {object} Point
 * @property {string} call
 * @property {string} file path of the file, or of the first one
 * @property {number} onPath its number among the calls of this name that its thread makes on this path
 * @property {number} inThread its number among all calls of this name that its thread makes
 * @property {boolean} isMain true when the main thread makes it
 * @property {boolean} isWriting true when it changes the disk
 */
/** @typedef {{ file: string, isBelow: boolean }} Hit call that failed; isBelow: on a file of the folder */

/** Errors that a disk returns, by kind of call. */
const ERRORS = {
  read: ['EIO'],
  write: ['ENOSPC', 'EIO', 'EROFS', 'EDQUOT'],
  late: ['EIO', 'ENOSPC', 'EDQUOT'],
};

/** System calls on files, with the errors that each may return. @type {Readonly<Record<string, readonly string[]>>} */
export const DISK_CALLS = {
  ...{ read: ERRORS.read, pread64: ERRORS.read, readv: ERRORS.read, preadv: ERRORS.read, openat: ERRORS.read },
  ...{ write: ERRORS.write, pwrite64: ERRORS.write, writev: ERRORS.write, pwritev: ERRORS.write },
  ...{ ftruncate: ERRORS.write, fallocate: ERRORS.write, rename: ERRORS.write, link: ERRORS.write },
  ...{ mkdir: ERRORS.write, unlink: ERRORS.write, rmdir: ERRORS.write, copy_file_range: ERRORS.write },
  ...{ fsync: ERRORS.late, fdatasync: ERRORS.late, close: ERRORS.late },
};
const READING = ['read', 'pread64', 'readv', 'preadv'];

/** Returns the errors that a disk may return for a call. */
const getErrors = (/** @type {Point} */ { call, isWriting }) =>
  call === 'openat' && isWriting ? ERRORS.write : (DISK_CALLS[call] ?? []);

/** Groups points by thread, call and purpose. */
function groupPoints(/** @type {readonly Point[]} */ points) {
  /** @type {Map<string, Point[]>} */
  const groups = new Map();
  for (const point of points) {
    const kind = `${point.isMain ? 'main' : 'other'} ${point.call} ${point.isWriting}`;
    groups.set(kind, [...(groups.get(kind) ?? []), point]);
  }
  return [...groups.values()];
}

/** Attempts at other calls of the same kind, when the chosen one was not reached. */
const MAX_ATTEMPTS = 3;

/**
 * Returns some of the items at random.
 * @template T
 * @param {readonly T[]} items
 * @param {number} count
 * @param {() => number} random
 * @returns {T[]}
 */
export function sampleItems(items, count, random) {
  if (count >= items.length) return [...items];
  const keyed = items.map((item) => /** @type {const} */ ([random(), item]));
  return keyed
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, item]) => item);
}

/**
 * Amount of calls that fail.
 * @typedef {object} Amount
 * @property {number} kinds number of kinds of calls, chosen at random; Infinity: each kind
 * @property {number} points number of calls of each kind, chosen at random; Infinity: each call
 * @property {import('../part.mjs').Part} part share of the calls, where all of a kind fail
 * @property {() => number} random
 */

/**
 * Lets calls fail: some of each kind at random, or all of a kind that has not more.
 * @param {readonly Point[]} all
 * @param {Amount} amount
 * @param {(point: Point, error: string) => Promise<boolean>} fail returns false when the call was not reached
 * @returns {Promise<number>} number of chosen calls that were not reached
 */
export async function tryPoints(all, { kinds, points, part, random }, fail) {
  const choose = /** @template T @param {readonly T[]} items */ (items) =>
    /** @type {T} */ (items[Math.floor(random() * items.length)]);
  const attempt = (/** @type {Point} */ point) => fail(point, choose(getErrors(point)));
  let missed = 0;
  for (const [index, group] of sampleItems(groupPoints(all), kinds, random).entries()) {
    if (points >= group.length) {
      for (const point of selectPart(group, part, index)) if (!(await attempt(point))) missed += 1;
      continue;
    }
    for (let n = 0; n < points; n += 1) {
      let isReached = false;
      for (let tries = 0; tries < MAX_ATTEMPTS && !isReached; tries += 1) isReached = await attempt(choose(group));
      if (!isReached) missed += 1;
    }
  }
  return missed;
}

/** Returns the path below a folder that a line of a trace is about. */
function findPath(/** @type {string} */ line, /** @type {string} */ folder) {
  const at = line.indexOf(`${folder}/`);
  return at < 0 ? undefined : /^[^"<>]*/.exec(line.slice(at))?.[0];
}

const LINE = /^(?<thread>\d+) +(?<call>\w+)\((?<rest>.*)$/;

/**
 * Lists the successful calls of a trace on files below a folder. A call that closes a file is listed when the file was
 * written: only then a disk may return an error for it.
 * @param {string} log written by strace with the options `-f -y`
 * @param {string} folder
 * @param {string} [main] the main thread; by default the first one in the trace
 * @returns {Point[]}
 */
export function listPoints(log, folder, main) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const count = (/** @type {string} */ key) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return /** @type {number} */ (counts.get(key));
  };
  const written = new Set();
  const points = [];
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const { thread, call, rest = '' } = LINE.exec(line)?.groups ?? {};
    if (thread === undefined || call === undefined || !Object.hasOwn(DISK_CALLS, call)) continue;
    main ??= thread;
    const inThread = count(`${thread} ${call}`);
    const file = findPath(rest, folder);
    if (file === undefined) continue;
    const onPath = count(`${thread} ${call} ${file}`);
    if (/\) += -1 /.test(rest)) continue;
    if (/^p?write/.test(call)) written.add(file);
    if (call === 'close' && !written.has(file)) continue;
    const isWriting = call === 'openat' ? rest.includes('O_CREAT') : !READING.includes(call);
    points.push({ call, file, onPath, inThread, isMain: thread === main, isWriting });
  }
  return points;
}

/**
 * Returns options of strace by which a call fails once, at this point.
 * @param {Point} point
 * @param {string} error
 * @param {boolean} isNamed true when the path is the same in each run; otherwise the calls of each thread are counted,
 *   and another thread may reach the number too
 */
export const getInjection = ({ call, file, onPath, inThread, isMain }, error, isNamed) => [
  ...(isMain && !isNamed ? [] : ['-f']),
  ...(isNamed ? ['-P', file] : []),
  ...['-y', '-e', `trace=${call}`, '-e', `inject=${call}:error=${error}:when=${isNamed ? onPath : inThread}`],
];

/** Returns which calls failed, from the output of strace. */
export function readHits(/** @type {string} */ log, /** @type {string} */ folder) {
  return log.split('\n').flatMap((line) => {
    if (!line.includes('(INJECTED)')) return [];
    const file = findPath(line, folder);
    return [/** @type {Hit} */ ({ file: file ?? line, isBelow: file !== undefined })];
  });
}

/** Uses a file for the output of strace. @template T */
function withLog(/** @type {(log: string) => T} */ use) {
  const folder = mkdtempSync(join(tmpdir(), 'notes-strace-'));
  try {
    return use(join(folder, 'log'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command, and lists its calls on files below a folder. */
export const tracePoints = (/** @type {Command} */ run, /** @type {string} */ folder) =>
  withLog((log) => {
    run(['strace', '-f', '-y', '-s', '4', '-o', log, '-e', `trace=${Object.keys(DISK_CALLS).join()}`]);
    return listPoints(log, folder);
  });

/**
 * Runs a command in which a call fails once.
 * @param {Command} run
 * @param {string} folder
 * @param {{ point: Point, error: string, isNamed: boolean }} fault
 */
export const failAt = (run, folder, { point, error, isNamed }) =>
  withLog((log) => {
    const ended = run(['strace', '-s', '4', '-o', log, ...getInjection(point, error, isNamed)]);
    return { ended, hits: readHits(readFileSync(log, 'utf8'), folder) };
  });
