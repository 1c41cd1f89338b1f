// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspectLibrary } from '../inspect.mjs';
import { Oracle } from '../oracle.mjs';
import { startService } from '../service.mjs';
import { Client } from './client.mjs';
import { DISK_CALLS, getInjection, listPoints, readHits, tryPoints } from './disk-calls.mjs';

/** @typedef {import('./disk-calls.mjs').Point} Point */
/** @typedef {{ oracle: Oracle, attachments: Set<string> }} Expected */
/** @typedef {{ call: string, inject: string, isLasting: boolean, recovers: boolean }} Fault recovers: writes succeed again when it is gone */
/** @typedef {import('./command-faults.mjs').Found} Found */

const QUIET = ['--set', 'log.level=fatal'];
/** Environment with one file thread, so that its calls come in the same order in each run. */
const ONE_THREAD = ['env', 'UV_THREADPOOL_SIZE=1'];
const WRITERS = 3;
const RUN_MS = 700;
const LATEST_CALL = 40;
const DELAY_US = 30_000;
/** Time within which strace, which ends after the service, has written its last line. */
const LAST_LINE_MS = 200;
/** Calls that only concern files, so that each of them may fail from some moment on. */
const FILE_CALLS = [
  'pread64',
  'pwrite64',
  'fsync',
  'fdatasync',
  'ftruncate',
  'rename',
  'link',
  'mkdir',
  'unlink',
  'rmdir',
];

/** Checks a library after its service ended. @returns {Promise<string[]>} */
async function inspect(/** @type {string} */ dataDir, /** @type {Expected} */ { oracle, attachments }) {
  const again = await startService(dataDir, [], QUIET);
  const code = await again.end('SIGTERM');
  const { notes, resources, faults } = await inspectLibrary(dataDir);
  const lost = [...attachments].filter((digest) => !resources.has(digest));
  return [
    ...(code === 0 ? [] : [`the next start stopped with ${code}`]),
    ...faults,
    ...oracle.check(notes),
    ...lost.map((digest) => `attachment ${digest}: acknowledged and gone`),
  ];
}

/** @returns {Fault} */
function chooseFault(/** @type {() => number} */ random) {
  const choose = (/** @type {readonly string[]} */ all) =>
    /** @type {string} */ (all[Math.floor(random() * all.length)]);
  const call = choose(FILE_CALLS);
  const kind = choose([...(DISK_CALLS[call] ?? []), 'slow']);
  if (kind === 'slow') return { call, inject: `delay_enter=${DELAY_US}`, isLasting: true, recovers: true };
  const nth = 1 + Math.floor(random() * LATEST_CALL);
  const isLasting = random() < 0.5;
  // A failed sync may have lost data, so that only a restart makes the library writable again.
  const recovers = !call.includes('sync') && kind !== 'EIO';
  return { call, inject: `error=${kind}:when=${nth}${isLasting ? '+' : ''}`, isLasting, recovers };
}

/** Attaches strace, which makes calls of the service fail until it is detached. */
async function attach(/** @type {number} */ pid, /** @type {Fault} */ { call, inject }) {
  const args = ['-f', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:${inject}`, '-p', String(pid)];
  const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(tracer, 'exit');
  for await (const line of createInterface({ input: tracer.stderr })) if (line.includes('attached')) break;
  return async () => {
    tracer.kill('SIGTERM');
    await ended;
  };
}

/** Lets calls of a busy service fail or wait, once or from some moment on. @returns {Promise<Found>} */
async function runRound(
  /** @type {string} */ dataDir,
  /** @type {Expected} */ expected,
  /** @type {number} */ number,
  /** @type {Fault} */ fault,
) {
  const service = await startService(dataDir, [], QUIET);
  const client = new Client(service.url, expected.oracle, expected.attachments);
  await client.work(`r${number} before`);
  const detach = await attach(service.pid, fault);
  const until = Date.now() + RUN_MS;
  const write = async (/** @type {number} */ n) => {
    for (let step = 0; Date.now() < until; step += 1) {
      await client.work(`r${number}.${n}.${step}`);
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n)));
  // A disk that cannot be read answers no reads either.
  const broken = fault.call === 'pread64' ? [] : await client.read();
  await detach();
  broken.push(...(await client.read()), ...client.unexpected.slice(0, 3));
  if (fault.recovers && !(await client.work(`r${number} after`))) broken.push('writes fail after the fault is gone');
  const code = await service.end('SIGTERM');
  if (code !== 0) broken.push(`the service stopped with ${code}`);
  broken.push(...(await inspect(dataDir, expected)));
  const place = `${fault.call} with ${fault.inject}`;
  return { tried: 1, failed: client.failed, missed: 0, broken: broken.map((each) => `${place}: ${each}`) };
}

/**
 * Lets random calls of a busy service fail.
 * @param {string} dataDir
 * @param {{ rounds: number, random: () => number }} options
 * @returns {Promise<Found & { acknowledged: number }>}
 */
export async function failBusyService(dataDir, { rounds, random }) {
  const expected = { oracle: new Oracle(), attachments: /** @type {Set<string>} */ (new Set()) };
  const sum = { tried: 0, failed: 0, missed: 0, broken: /** @type {string[]} */ ([]) };
  for (; sum.tried < rounds && sum.broken.length === 0; sum.tried += 1) {
    const fault = chooseFault(random);
    const { failed, broken } = await runRound(dataDir, expected, sum.tried + 1, fault);
    console.log(
      `round ${sum.tried + 1}: ${fault.call} with ${fault.inject}: ${failed} requests failed; ${broken.length} faults`,
    );
    sum.failed += failed;
    sum.broken.push(...broken);
  }
  return { ...sum, acknowledged: expected.oracle.acknowledged };
}

/** Library, and runs of a service on copies of it at the same path. */
class Session {
  #folder;
  /** @type {Expected} */
  #before = { oracle: new Oracle(), attachments: new Set() };

  constructor(/** @type {string} */ folder) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  get dataDir() {
    return join(this.#folder, 'here');
  }

  get #log() {
    return join(this.#folder, 'strace.log');
  }

  async prepare() {
    const service = await startService(join(this.#folder, 'state'), [], QUIET);
    const client = new Client(service.url, this.#before.oracle, this.#before.attachments);
    for (let n = 0; n < 8; n += 1) await client.work(`earlier ${n}`);
    await service.end('SIGTERM');
    if (client.failed > 0) throw new Error(client.unexpected.join(', '));
  }

  /**
   * Starts a service under strace, sends it each kind of request, and stops it.
   * @param {readonly string[]} options flags for strace
   */
  async run(options) {
    rmSync(this.dataDir, { recursive: true, force: true });
    rmSync(this.#log, { force: true });
    cpSync(join(this.#folder, 'state'), this.dataDir, { recursive: true });
    const oracle = new Oracle();
    oracle.notes = structuredClone(this.#before.oracle.notes);
    const expected = { oracle, attachments: new Set(this.#before.attachments) };
    const under = [...ONE_THREAD, 'strace', '-D', '-s', '4', '-o', this.#log, ...options];
    const service = await startService(this.dataDir, under, QUIET).catch((/** @type {Error} */ error) => error);
    if (service instanceof Error) {
      await sleep(LAST_LINE_MS);
      return { expected, client: undefined, code: undefined, refusal: service.message };
    }
    const client = new Client(service.url, oracle, expected.attachments);
    await client.useEverything('present');
    const broken = await client.read();
    const code = await service.end('SIGTERM');
    await sleep(LAST_LINE_MS);
    client.unexpected.push(...broken);
    return { expected, client, code, refusal: undefined };
  }

  async trace() {
    const { client, code } = await this.run(['-f', '-y', '-e', `trace=${Object.keys(DISK_CALLS).join()}`]);
    if (client === undefined || client.failed > 0 || client.unexpected.length > 0 || code !== 0)
      throw new Error(`The service failed undisturbed: ${client?.unexpected.join(', ')}`);
    return listPoints(this.#log, this.dataDir);
  }

  /** Lets one call fail. @returns {Promise<{ isReached: boolean, failed: number, faults: string[] }>} */
  async fail(/** @type {Point} */ point, /** @type {string} */ error, /** @type {boolean} */ isNamed) {
    const { expected, client, code, refusal } = await this.run(getInjection(point, error, isNamed));
    const hits = existsSync(this.#log) ? readHits(readFileSync(this.#log, 'utf8'), this.dataDir) : [];
    const isReached = hits.length > 0 && hits.every(({ isBelow }) => isBelow);
    const faults = isReached ? [...(client?.unexpected ?? [])] : [];
    if (isReached && client !== undefined && code !== 0) faults.push(`the service stopped with ${code}`);
    faults.push(...(await inspect(this.dataDir, expected)));
    return { isReached, failed: client?.failed ?? (refusal === undefined ? 0 : 1), faults };
  }
}

/**
 * Lets calls of a service fail, each in a run of its own: while it starts, works and stops.
 * @param {string} folder
 * @param {import('./disk-calls.mjs').Amount} options
 * @returns {Promise<Found>}
 */
export async function failServiceCalls(folder, options) {
  const session = new Session(folder);
  await session.prepare();
  // A path that the next run has too is no random name.
  const named = new Set((await session.trace()).map(({ file }) => file));
  const all = await session.trace();
  const found = { tried: 0, failed: 0, missed: 0, broken: /** @type {string[]} */ ([]) };
  found.missed = await tryPoints(all, options, async (point, error) => {
    const { isReached, failed, faults } = await session.fail(point, error, named.has(point.file));
    found.broken.push(...faults.map((fault) => `service, ${error} at ${point.call} of ${point.file}: ${fault}`));
    if (!isReached) return false;
    found.tried += 1;
    if (failed > 0) found.failed += 1;
    return true;
  });
  console.log(
    `service: ${found.tried} calls failed, ${found.failed} failed requests, ${found.missed} were not reached; ${found.broken.length} faults`,
  );
  return found;
}
