// @ts-check
/**
 * Lets the disk of a working service fail: full, read-only, broken or slow, from a random call on or once. The service
 * goes on, answers writes that failed with `storage_unavailable`, and loses no acknowledged change.
 * Usage: node disk-faults.mjs [--rounds 40] [--seed 1]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { canTrace } from './command.mjs';
import { inspectLibrary } from './inspect.mjs';
import { Oracle, sha256 } from './oracle.mjs';
import { startService } from './service.mjs';

/** @typedef {{ call: string, inject: string, isLasting: boolean, recovers: boolean }} Fault recovers: writes succeed again when it is gone */

const WRITERS = 3;
const RUN_MS = 700;
const REQUEST_LIMIT_MS = 30_000;
/** Calls by which the service changes the disk, and nothing else. */
const CALLS = ['pwrite64', 'fsync', 'ftruncate', 'rename', 'mkdir', 'unlink'];
const LATEST_CALL = 40;
const DELAY_US = 30_000;

/** @returns {Fault} */
function chooseFault(/** @type {() => number} */ random) {
  const choose = (/** @type {readonly string[]} */ all) =>
    /** @type {string} */ (all[Math.floor(random() * all.length)]);
  const call = choose(CALLS);
  const kind = choose(['EIO', 'ENOSPC', 'EROFS', 'EDQUOT', 'slow']);
  if (kind === 'slow') return { call, inject: `delay_enter=${DELAY_US}`, isLasting: true, recovers: true };
  const nth = 1 + Math.floor(random() * LATEST_CALL);
  const isLasting = random() < 0.5;
  // A failed sync may have lost data, so that only a restart makes the library writable again.
  const recovers = call !== 'fsync' && kind !== 'EIO';
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

/** Client that records what the service acknowledged, and every answer that is neither success nor a known error. */
class Client {
  /** @type {string[]} */
  unexpected = [];
  failed = 0;
  /** @type {Set<string>} digests of acknowledged attachments */
  attachments = new Set();
  #service;
  #oracle;

  constructor(
    /** @type {import('./service.mjs').Service} */ service,
    /** @type {Oracle} */ oracle,
    /** @type {Set<string>} */ attachments,
  ) {
    this.#service = service;
    this.#oracle = oracle;
    this.attachments = attachments;
  }

  /** @returns {Promise<any>} undefined for a write that failed with a known error */
  async #send(
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {object | Uint8Array<ArrayBuffer>} */ body,
  ) {
    const isJson = !(body instanceof Uint8Array);
    const init = {
      method,
      body: isJson ? JSON.stringify(body) : body,
      headers: { 'Content-Type': isJson ? 'application/json' : 'application/octet-stream' },
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    };
    try {
      const response = await fetch(new URL(`/api/v1${path}`, this.#service.url), init);
      const value = /** @type {any} */ (await response.json());
      if (response.ok) return value;
      this.failed += 1;
      if (response.status !== 503 || value.error.code !== 'storage_unavailable')
        this.unexpected.push(`${method} ${path}: ${response.status} ${JSON.stringify(value)}`);
    } catch (error) {
      this.unexpected.push(`${method} ${path}: ${/** @type {Error} */ (error).cause ?? error}`);
    }
    return undefined;
  }

  /** Creates a note, changes it and uploads an attachment; returns true when everything was acknowledged. */
  async work(/** @type {string} */ title) {
    const body = `${title} was created.\n`.repeat(20);
    const note = this.#oracle.intendCreate(title, body);
    const made = await this.#send('POST', '/documents', { title, body });
    if (made === undefined) return false;
    note.id = made.id;
    this.#oracle.acknowledged += 1;
    const changed = `${title} was changed.\n`.repeat(30);
    const done = this.#oracle.intend(note, { sha256: sha256(changed) });
    const base_revision_id = made.current_revision_id;
    if ((await this.#send('PUT', `/documents/${made.id}`, { title, body: changed, base_revision_id })) === undefined)
      return false;
    done();
    const bytes = new TextEncoder().encode(`attachment of ${title}\n`.repeat(200));
    if ((await this.#send('POST', '/resources', bytes)) === undefined) return false;
    this.attachments.add(sha256(bytes));
    return true;
  }

  /** Returns faults of a service that must answer reads. */
  async read() {
    const response = await fetch(new URL('/api/v1/documents?limit=5', this.#service.url)).catch(() => undefined);
    const list = await fetch(new URL('/api/v1/notebooks', this.#service.url)).catch(() => undefined);
    const alive = await fetch(new URL('/healthz', this.#service.url)).catch(() => undefined);
    if (alive?.status !== 200) return [`/healthz was answered with ${alive?.status}`];
    return [response, list].some((answer) => answer?.status === 200) ? [] : ['reads fail'];
  }
}

/** @returns {Promise<{ broken: string[], failed: number }>} */
async function runRound(
  /** @type {string} */ dataDir,
  /** @type {Oracle} */ oracle,
  /** @type {Set<string>} */ attachments,
  /** @type {number} */ number,
  /** @type {Fault} */ fault,
) {
  const service = await startService(dataDir, [], ['--set', 'log.level=fatal']);
  const client = new Client(service, oracle, attachments);
  await client.work(`r${number} before`);
  const detach = await attach(service.pid, fault);
  const until = Date.now() + RUN_MS;
  const writer = async (/** @type {number} */ n) => {
    for (let step = 0; Date.now() < until; step += 1) {
      await client.work(`r${number}.${n}.${step}`);
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(n)));
  const broken = await client.read();
  await detach();
  broken.push(...(await client.read()), ...client.unexpected.slice(0, 3));
  if (fault.recovers && !(await client.work(`r${number} after`))) broken.push('writes fail after the fault is gone');
  const code = await service.end('SIGTERM');
  if (code !== 0) broken.push(`the service stopped with ${code}`);
  const again = await startService(dataDir);
  const code2 = await again.end('SIGTERM');
  if (code2 !== 0) broken.push(`the next start stopped with ${code2}`);
  const { notes, resources, faults } = await inspectLibrary(dataDir);
  const lost = [...attachments].filter((digest) => !resources.has(digest));
  broken.push(
    ...faults,
    ...oracle.check(notes),
    ...lost.map((digest) => `attachment ${digest}: acknowledged and gone`),
  );
  return { broken: broken.map((each) => `${fault.call} with ${fault.inject}: ${each}`), failed: client.failed };
}

async function main() {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
  });
  if (!canTrace()) {
    console.log('skipped: strace cannot be used here');
    return 0;
  }
  const random = createRandom(Number(values.seed));
  const dataDir = mkdtempSync(join(tmpdir(), 'notes-disk-faults-'));
  try {
    const oracle = new Oracle();
    const attachments = /** @type {Set<string>} */ (new Set());
    const broken = [];
    let [rounds, failed] = [0, 0];
    for (; rounds < Number(values.rounds) && broken.length === 0; rounds += 1) {
      const fault = chooseFault(random);
      const found = await runRound(dataDir, oracle, attachments, rounds + 1, fault);
      console.log(
        `round ${rounds + 1}: ${fault.call} with ${fault.inject}: ${found.failed} writes failed; ${found.broken.length} faults`,
      );
      broken.push(...found.broken);
      failed += found.failed;
    }
    for (const each of broken.slice(0, 20)) console.error(each);
    // Faults that no write notices prove nothing.
    if (failed === 0) broken.push('no write failed');
    reportCounts({ 'disk faults': rounds, 'failed writes': failed, 'acknowledged changes': oracle.acknowledged });
    console.log(broken.length === 0 ? 'passed: no acknowledged change was lost, and the service went on' : 'FAILED');
    return broken.length === 0 ? 0 : 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

process.exitCode = await main();
