// @ts-check
/**
 * Checks the order of disk operations of uploads, and kills the service at each of these operations: every attachment
 * in the library must have its bytes.
 * Usage: node upload.mjs [--points 40]   kills for each kind of call, at most; at least 2
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { reportCounts } from '../prove/report.mjs';
import { inspectLibrary } from './inspect.mjs';
import { sha256 } from './oracle.mjs';
import { startService } from './service.mjs';
import { readTrace, STRACE_OPTIONS } from './trace.mjs';
import { killAt } from './tracer.mjs';
import { blobPath, orderFaults } from './upload-order.mjs';

/**
 * Environment with one file thread, so that its calls can be counted; `main` selects the main thread, where SQLite
 * runs.
 */
const ONE_THREAD = ['env', 'UV_THREADPOOL_SIZE=1'];
const KILLED_AT = [
  ...['mkdir', 'rename', 'openat', 'fsync', 'pwrite64'].map((call) => ({ call, main: true })),
  ...['openat', 'write', 'fsync', 'close'].map((call) => ({ call, main: false })),
];
const MAX_UPLOAD_BYTES = 200_000;

const someBytes = () => randomBytes(Math.ceil(Math.random() * MAX_UPLOAD_BYTES));

/** @returns {Promise<boolean>} false when the service went before it answered */
async function upload(/** @type {URL} */ url, /** @type {Buffer} */ bytes) {
  try {
    const answer = await fetch(new URL('/api/v1/resources', url), { method: 'POST', body: bytes });
    if (answer.status !== 201) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
    const made = /** @type {{ sha256: string }} */ (await answer.json());
    if (made.sha256 !== sha256(bytes)) throw new Error(`upload: the service returned another digest, ${made.sha256}`);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Uploads under a tracer: new bytes, other new bytes, and the first ones again. */
async function checkOrder(/** @type {string} */ root) {
  const log = join(root, 'trace.log');
  const dataDir = join(root, 'traced');
  // Detached (-D), strace leaves the service as the child that is killed.
  const service = await startService(dataDir, ['strace', '-D', '-o', log, ...STRACE_OPTIONS]);
  const [first, second] = [someBytes(), someBytes()];
  for (const bytes of [first, second, first]) await upload(service.url, bytes);
  // The tracer may log a call after the client sees its effect.
  await sleep(200);
  await service.end('SIGKILL');
  const calls = await readTrace(log);
  const faults = [first, second, first].flatMap((bytes, index) =>
    orderFaults(calls, dataDir, { sha256: sha256(bytes), isNew: index < 2 }),
  );
  // A check that does not detect a planted fault proves nothing.
  const unsynced = calls.filter(({ name }) => name !== 'fsync');
  if (orderFaults(unsynced, dataDir, { sha256: sha256(first), isNew: true }).length === 0)
    faults.push('missing syncs were not detected');
  return faults;
}

/**
 * Kills the service as it makes a call for the nth time after an upload began.
 * @returns {Promise<{ acknowledged: boolean, faults: string[] }>}
 */
async function killOnce(
  /** @type {string} */ dataDir,
  /** @type {Set<string>} */ told,
  /** @type {{ call: string, main: boolean, nth: number }} */ point,
) {
  const service = await startService(dataDir, ONE_THREAD);
  const tracer = await killAt(service.pid, point);
  const bytes = someBytes();
  const acknowledged = await upload(service.url, bytes);
  if (acknowledged) told.add(sha256(bytes));
  await service.end('SIGKILL');
  await tracer.ended;
  const { faults, resources } = await inspectLibrary(dataDir);
  const lost = [...told].filter((digest) => !resources.has(digest));
  return { acknowledged, faults: [...faults, ...lost.map((digest) => `${digest}: acknowledged and gone`)] };
}

async function checkKills(/** @type {string} */ root, /** @type {number} */ points) {
  const dataDir = join(root, 'killed');
  const told = /** @type {Set<string>} */ (new Set());
  const broken = [];
  let kills = 0;
  for (const { call, main } of KILLED_AT) {
    for (let nth = 1; nth <= points; nth += 1) {
      const { acknowledged, faults } = await killOnce(dataDir, told, { call, main, nth });
      broken.push(...faults.map((fault) => `killed at ${call} ${nth}: ${fault}`));
      if (acknowledged) break;
      kills += 1;
    }
  }
  console.log(`killed at ${kills} calls; ${told.size} uploads acknowledged in between`);
  reportCounts({ kills, 'acknowledged uploads': told.size });
  if (kills < KILLED_AT.length) broken.push('the service was killed at too few calls');
  return [...broken, ...(await plantLoss(dataDir, told))];
}

/** Removes the bytes of an acknowledged attachment. */
async function plantLoss(/** @type {string} */ dataDir, /** @type {Set<string>} */ told) {
  const [gone] = /** @type {[string]} */ ([...told]);
  rmSync(blobPath(dataDir, gone));
  const { faults } = await inspectLibrary(dataDir);
  return faults.some((fault) => fault.includes(gone)) ? [] : ['the planted loss was not detected'];
}

async function main() {
  const { values } = parseArgs({ options: { points: { type: 'string', default: '40' } } });
  if (spawnSync('strace', ['-e', 'trace=none', 'true']).status !== 0) {
    console.log('skipped: strace cannot be used here');
    return 0;
  }
  const root = mkdtempSync(join(tmpdir(), 'notes-upload-'));
  try {
    const broken = [...(await checkOrder(root)), ...(await checkKills(root, Number(values.points)))];
    for (const fault of broken.slice(0, 20)) console.error(fault);
    const passed = broken.length === 0;
    console.log(
      passed
        ? 'passed: the bytes of every attachment were durable before it was recorded, and the planted loss was detected'
        : 'FAILED',
    );
    return passed ? 0 : 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

process.exitCode = await main();
