// @ts-check
/**
 * Records the disk operations of the service under load, then simulates a power failure at many points of that record:
 * the disk's state must open, be intact, and have every change acknowledged before the failure.
 * Usage: node power-cut.mjs [--cuts 90] [--writes 120] [--seed 1]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { importFrom } from '../bench/packages.mjs';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { Disk } from './disk.mjs';
import { inspectLibrary } from './inspect.mjs';
import { sha256 } from './oracle.mjs';
import { startService } from './service.mjs';
import { readTrace, STRACE_OPTIONS } from './trace.mjs';

/** @typedef {{ title: string, sha256: string }} Text content of a revision */

const WRITERS = 4;
const REVISION = /etag: "(rev_[a-z0-9]+)"/i;

/**
 * Runs the service under strace in `root` and writes notes; returns the text of each acknowledged revision.
 * @returns {Promise<Map<string, Text>>} in the order of their answers
 */
async function record(/** @type {string} */ root, /** @type {string} */ log, /** @type {number} */ writes) {
  // Detached (-D), strace leaves the service as the child that is killed.
  const service = await startService(join(root, 'data'), ['strace', '-D', '-o', log, ...STRACE_OPTIONS]);
  /** @type {Map<string, Text>} */
  const acknowledged = new Map();
  const agent = new http.Agent({ keepAlive: true, maxSockets: WRITERS });
  const write = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ note) => {
    const { etag = '', value } = await send(new URL(`/api/v1/documents${path}`, service.url), method, agent, note);
    acknowledged.set(etag.slice(1, -1), { title: note.title, sha256: sha256(note.body) });
    return value;
  };
  const writer = async (/** @type {string} */ name) => {
    for (let n = 0; acknowledged.size < writes; n += 1) {
      const title = `${name}.${n}`;
      const made = await write('POST', '', { title, body: `first of ${title}\n`.repeat(1 + (n % 40)) });
      const base = { title, base_revision_id: made.current_revision_id };
      if (n % 2 === 0)
        await write('PUT', `/${made.id}`, { ...base, body: `second of ${title}\n`.repeat(1 + (n % 90)) });
    }
  };
  await Promise.all([
    ...Array.from({ length: WRITERS }, (_, n) => writer(`writer ${n}`)),
    upload(service.url, writes / 4),
  ]);
  agent.destroy();
  // The tracer may log a call after the client sees its effect.
  await sleep(200);
  await service.end('SIGKILL');
  return acknowledged;
}

/**
 * Uploads an attachment. Every attachment after a power failure must have its bytes: {@link inspectLibrary} checks it.
 */
async function upload(/** @type {URL} */ url, /** @type {number} */ count) {
  const { href } = new URL('/api/v1/resources', url);
  for (let n = 1; n <= count; n += 1) {
    const { status } = await fetch(href, { method: 'POST', body: `bytes of ${n}\n`.repeat(n * 100) });
    if (status !== 201) throw new Error(`upload: ${status}`);
  }
}

/** @returns {Promise<{ etag: string | undefined, value: any }>} */
function send(
  /** @type {URL} */ url,
  /** @type {string} */ method,
  /** @type {http.Agent} */ agent,
  /** @type {object} */ body,
) {
  const text = JSON.stringify(body);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, agent, headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        answer += chunk;
      });
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode >= 300) reject(new Error(`${method} ${url}: ${statusCode} ${answer}`));
        else resolve({ etag: response.headers.etag, value: JSON.parse(answer) });
      });
    });
    request.on('error', reject).end(text);
  });
}

/**
 * Simulates power failures at random points.
 * @param {string} root
 * @param {string} log
 * @param {Map<string, Text>} acknowledged
 * @param {{ cuts: number, seed: number, forgetful?: (path: string) => boolean }} options
 * @returns {Promise<string[]>} broken promises, the first of each cut
 */
async function replay(root, log, acknowledged, { cuts, seed, forgetful }) {
  const random = createRandom(seed);
  const calls = await readTrace(log);
  // The start of the program opens many files and writes nothing.
  const first = calls.findIndex(({ name }) => name === 'mkdir');
  const points = Array.from({ length: cuts }, () => first + Math.floor(random() * (calls.length - first)));
  points.sort((a, b) => a - b);
  const disk = new Disk(root, forgetful);
  /** @type {string[]} */
  const told = [];
  const broken = [];
  for (const [index, call] of calls.entries()) {
    disk.apply(call);
    const revision = call.name.startsWith('write') ? revisionIn(call.texts) : undefined;
    if (revision !== undefined) told.push(revision);
    for (; points[0] === index; points.shift()) {
      const faults = await checkCut(disk, told, acknowledged, random);
      if (faults.length > 0) broken.push(`cut at call ${index} of ${calls.length}: ${faults[0]}`);
    }
  }
  if (told.length < acknowledged.size)
    broken.push(`only ${told.length} of ${acknowledged.size} answers were found in the recording`);
  return broken;
}

/** Returns the revision that an answer to a client acknowledges. */
function revisionIn(/** @type {Buffer[]} */ texts) {
  const [start] = texts;
  if (start?.toString('latin1', 0, 10) !== 'HTTP/1.1 2') return undefined;
  return REVISION.exec(Buffer.concat(texts).toString('latin1'))?.[1];
}

async function checkCut(
  /** @type {Disk} */ disk,
  /** @type {readonly string[]} */ told,
  /** @type {Map<string, Text>} */ acknowledged,
  /** @type {() => number} */ random,
) {
  const folder = mkdtempSync(join(tmpdir(), 'notes-cut-'));
  try {
    disk.cut(folder, random);
    const dataDir = join(folder, 'data');
    if (!existsSync(join(dataDir, 'notes.db'))) return told.length === 0 ? [] : ['the library is missing'];
    const { faults } = await inspectLibrary(dataDir);
    return [...faults, ...(await missingFrom(dataDir, told, acknowledged))];
  } catch (error) {
    return [String(error)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function missingFrom(
  /** @type {string} */ dataDir,
  /** @type {readonly string[]} */ told,
  /** @type {Map<string, Text>} */ acknowledged,
) {
  const { openSqlite } = await importFrom('packages/storage', './dist/library/driver.js');
  const database = openSqlite(join(dataDir, 'notes.db'));
  const revision = database.prepare('SELECT title, body FROM revisions WHERE id = ?');
  const lost = told.filter((id) => {
    const found = revision.get(id);
    const wanted = acknowledged.get(id);
    return found === undefined || found.title !== wanted?.title || sha256(found.body) !== wanted?.sha256;
  });
  database.close();
  return lost.map((id) => `${acknowledged.get(id)?.title}: acknowledged revision ${id} is gone`);
}

async function main() {
  const { values } = parseArgs({
    options: {
      cuts: { type: 'string', default: '90' },
      writes: { type: 'string', default: '120' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (spawnSync('strace', ['-e', 'trace=none', 'true']).status !== 0) {
    console.log('skipped: strace cannot be used here');
    return 0;
  }
  const root = mkdtempSync(join(tmpdir(), 'notes-power-'));
  try {
    const log = join(root, 'trace.log');
    const traced = join(root, 'traced');
    mkdirSync(traced);
    const acknowledged = await record(traced, log, Number(values.writes));
    const options = { cuts: Number(values.cuts), seed: Number(values.seed) };
    const broken = await replay(traced, log, acknowledged, options);
    for (const fault of broken.slice(0, 20)) console.error(fault);
    console.log(
      `${acknowledged.size} changes acknowledged; ${broken.length} of ${options.cuts} power cuts lost or damaged something`,
    );
    // With synchronous=NORMAL the log is not synced at a commit. A test that does not detect this detects nothing.
    const forgetful = (/** @type {string} */ path) => path.endsWith('-wal');
    const control = await replay(traced, log, acknowledged, { ...options, forgetful });
    console.log(`without syncs of the write-ahead log ${control.length} of ${options.cuts} power cuts did`);
    const bytesForgotten = (/** @type {string} */ path) => path.includes('/blobs/') || path.includes('/upload-');
    const second = await replay(traced, log, acknowledged, { ...options, forgetful: bytesForgotten });
    console.log(`without syncs of attachments ${second.length} of ${options.cuts} power cuts did`);
    reportCounts({ 'power cuts': options.cuts, 'acknowledged changes': acknowledged.size });
    const passed = broken.length === 0 && control.length > 0 && second.length > 0;
    console.log(
      passed ? 'passed: every acknowledged change survives a power cut, and missing syncs were detected' : 'FAILED',
    );
    return passed ? 0 : 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

process.exitCode = await main();
