// @ts-check
/**
 * Runs the service under a mixed load for a long time: readers, writers, searches, agents over MCP, uploads, commands on
 * the same library, and a second device that syncs through a folder. In the second half its memory, open files, log and
 * response times have to stay level. Memory is measured after a pause of the requests.
 * Usage: node soak.mjs [--seconds 1800] [--seed 1] [--rate 60]   requests a second
 */
import { execFile } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { root } from '../bench/packages.mjs';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { commandProgram } from '../run/workspace.mjs';
import { Scene } from './commands/scene.mjs';
import { inspectLibrary } from './inspect.mjs';
import { startService } from './service.mjs';

/** @typedef {{ rssMb: number, files: number, walMb: number, p95Ms: number, logKb: number }} Sample logKb: since the last sample */

const CLIENTS = 6;
const NOTES = 300;
const SAMPLES = 40;
const MAX_WAL_MB = 64;
/** Pause of the requests before memory is measured, at most; a share of the time between two samples. */
const MAX_SETTLE_MS = 3_000;
const SETTLE_SHARE = 0.2;
/** Pause between two commands, and between two syncs of the second device. */
const COMMAND_PAUSE_MS = 2_000;
const SYNC_PAUSE_MS = 5_000;
const SYNC_SECONDS = 10;
/**
 * Largest growth in the second half of the samples: a share of their median, or an amount that is always allowed. In a
 * short run it may be twice as large.
 */
const BOUNDS = {
  rssMb: { share: 0.06, slack: 12 },
  files: { share: 0, slack: 3 },
  p95Ms: { share: 0.35, slack: 25 },
  logKb: { share: 0.25, slack: 16 },
};

/** Length of a run below which memory still grows to its level. */
const SHORT_SECONDS = 1_200;

const run = promisify(execFile);

/** Resident memory in MiB and open files of a process. */
function readProcess(/** @type {number} */ pid) {
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { rssMb: Number(rss) / 1024, files: readdirSync(`/proc/${pid}/fd`).length };
}

const sizeMb = (/** @type {string} */ path) => (existsSync(path) ? statSync(path).size / 2 ** 20 : 0);

/** Percentile of numbers, 0 for none. */
function percentile(/** @type {readonly number[]} */ values, /** @type {number} */ share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Clients that send random requests at a steady rate and record their times. */
class Load {
  /** @type {number[]} times of the requests since the last sample */
  times = [];
  requests = 0;
  commands = 0;
  /** True while memory settles. */
  isPaused = false;
  /** @type {Map<string, number>} answers that are no success, by kind */
  refused = new Map();
  isOver = false;
  #url = new URL('http://localhost');
  #random;
  /** @type {{ id: string, revision: string }[]} */
  #notes = [];
  /** Notes that a client writes: a second writer would be refused for its old revision. */
  #written = new Set();

  constructor(/** @type {() => number} */ random) {
    this.#random = random;
  }

  async #send(
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {object | string | undefined} */ body = undefined,
  ) {
    const began = performance.now();
    const response = await fetch(new URL(path, this.#url), {
      method,
      ...(typeof body === 'string' && { body, headers: { 'Content-Type': 'application/octet-stream' } }),
      ...(typeof body === 'object' && {
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      }),
    });
    const text = await response.text();
    this.times.push(performance.now() - began);
    this.requests += 1;
    if (!response.ok) {
      const kind = `${method} ${path.replaceAll(/\w{3}_\w{26}/g, '…').replace(/\?.*/, '')} ${response.status}`;
      this.refused.set(kind, (this.refused.get(kind) ?? 0) + 1);
      return undefined;
    }
    return text === '' ? {} : JSON.parse(text);
  }

  #choose() {
    return /** @type {{ id: string, revision: string }} */ (
      this.#notes[Math.floor(this.#random() * this.#notes.length)]
    );
  }

  #text() {
    const words = Array.from({ length: 80 }, () => `word${Math.floor(this.#random() ** 3 * 5_000)}`);
    return `${words.join(' ')}\n\n[[Note ${Math.floor(this.#random() * NOTES)}]]\n\n- [ ] task\n`;
  }

  /** Creates the notes of a service, to which all later requests go. */
  async fill(/** @type {URL} */ url) {
    this.#url = url;
    for (let n = 0; n < NOTES; n += 1) {
      const made = await this.#send('POST', '/api/v1/documents', { title: `Note ${n}`, body: this.#text() });
      this.#notes.push({ id: made.id, revision: made.current_revision_id });
    }
  }

  /** Sends one request. The number of active notes stays the same. */
  async step() {
    const note = this.#choose();
    const choice = this.#random();
    if (choice < 0.3) return await this.#send('GET', `/api/v1/documents/${note.id}`);
    if (choice < 0.5) return await this.#send('GET', `/api/v1/search?q=word${Math.floor(this.#random() * 5_000)}`);
    if (choice < 0.6) return await this.#send('GET', `/api/v1/links/suggest?q=No`);
    if (choice < 0.7) return await this.#send('POST', '/api/v1/graph', { roots: [note.id], depth: 2 });
    if (choice < 0.8)
      return await this.#send('POST', '/mcp', {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'search_documents', arguments: { query: 'word1' } },
      });
    if (choice < 0.97) return this.#written.has(note) ? undefined : await this.#write(note);
    return await this.#send('POST', '/api/v1/resources', this.#text().repeat(Math.ceil(this.#random() * 200)));
  }

  async #write(/** @type {{ id: string, revision: string }} */ note) {
    this.#written.add(note);
    const changed = await this.#send('PUT', `/api/v1/documents/${note.id}`, {
      ...{ title: `Note ${this.#notes.indexOf(note)}`, body: this.#text(), base_revision_id: note.revision },
    });
    if (changed) note.revision = changed.current_revision_id;
    this.#written.delete(note);
  }

  async work(/** @type {number} */ pauseMs) {
    while (!this.isOver) {
      if (!this.isPaused) await this.step();
      await sleep(pauseMs);
    }
  }

  /** Runs commands one after another, with pauses; a failed one is recorded. */
  async runCommands(/** @type {number} */ pauseMs, /** @type {() => string[]} */ makeWords) {
    while (!this.isOver) {
      const words = makeWords();
      if (!this.isPaused) {
        await run(process.execPath, [commandProgram(root), ...words]).catch((/** @type {any} */ { code, stderr }) => {
          const kind = `notes ${words.slice(4, 6).join(' ')} exited with ${code}: ${stderr}`;
          this.refused.set(kind, (this.refused.get(kind) ?? 0) + 1);
        });
        this.commands += 1;
      }
      await sleep(pauseMs);
    }
  }

  makeText() {
    return this.#text();
  }
}

/** Growth of numbers from the first to the last one: the median of the slopes between any two, which no peak changes. */
function measureGrowth(/** @type {readonly number[]} */ values) {
  const slopes = values.flatMap((value, at) =>
    values.slice(at + 1).map((later, distance) => (later - value) / (distance + 1)),
  );
  return percentile(slopes, 0.5) * (values.length - 1);
}

/**
 * Returns what grew in the second half of the samples.
 * @param {readonly Sample[]} samples
 * @param {boolean} isShort true for a run in which memory does not settle
 */
function findGrowth(samples, isShort) {
  const judged = samples.slice(Math.floor(samples.length / 2));
  const factor = isShort ? 2 : 1;
  return Object.entries(BOUNDS).flatMap(([name, { share, slack }]) => {
    const values = judged.map((sample) => sample[/** @type {keyof typeof BOUNDS} */ (name)]);
    const [median, growth] = [percentile(values, 0.5), measureGrowth(values)];
    const allowed = factor * Math.max(median * share, slack);
    console.log(
      `${name}: median ${median.toFixed(1)}, growth ${growth.toFixed(1)} of at most ${allowed.toFixed(1)} in the second half`,
    );
    return growth <= allowed ? [] : [`${name} grew by ${growth.toFixed(1)} in the second half`];
  });
}

async function main() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '1800' },
      seed: { type: 'string', default: '1' },
      rate: { type: 'string', default: '60' },
    },
  });
  if (!existsSync('/proc/self/status')) {
    console.log('skipped: this system has no /proc');
    return 0;
  }
  const seconds = Number(values.seconds);
  const scratch = mkdtempSync(join(tmpdir(), 'notes-soak-'));
  try {
    const scene = new Scene(scratch);
    for (const device of ['desk', 'phone']) scene.addDevice(device);
    for (const title of ['Command', 'Phone']) scene.ask('desk', 'new', title, '--body', 'text');
    scene.pair('desk', 'phone');
    const load = new Load(createRandom(Number(values.seed)));
    const { samples, code } = await runLoad(scene, load, { seconds, rate: Number(values.rate) });
    const { faults } = await inspectLibrary(scene.at('desk'));
    const wal = Math.max(...samples.map(({ walMb }) => walMb));
    const broken = [
      ...findGrowth(samples, seconds < SHORT_SECONDS),
      ...[...load.refused].map(([kind, count]) => `${kind}: ${count} times`),
      ...(wal > MAX_WAL_MB ? [`the write-ahead log grew to ${wal.toFixed(0)} MiB`] : []),
      ...(code === 0 ? [] : [`the service stopped with ${code}`]),
      ...faults,
    ];
    for (const fault of broken) console.error(fault);
    reportCounts({ requests: load.requests, commands: load.commands, 'seconds of load': seconds });
    console.log(broken.length === 0 ? 'passed: memory, files, log and times stayed level' : 'FAILED');
    return broken.length === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Runs a service under load, and takes samples. */
async function runLoad(
  /** @type {Scene} */ scene,
  /** @type {Load} */ load,
  /** @type {{ seconds: number, rate: number }} */ { seconds, rate },
) {
  const logPath = scene.at('service.log');
  const log = openSync(logPath, 'w');
  const settings = ['--config', scene.at('desk.toml'), '--set', 'log.level=info'];
  const dataDir = scene.at('desk');
  const service = await startService(dataDir, [], [...settings, '--set', `sync.interval_seconds=${SYNC_SECONDS}`], log);
  closeSync(log);
  await load.fill(service.url);
  const on = (/** @type {string} */ device, /** @type {string[]} */ ...words) => [
    ...['--data-dir', scene.at(device), '--config', scene.at(`${device}.toml`), ...words, '-q'],
  ];
  let turn = 0;
  const workers = [
    ...Array.from({ length: CLIENTS }, () => load.work((1_000 * CLIENTS) / rate)),
    load.runCommands(COMMAND_PAUSE_MS, () => {
      turn += 1;
      return turn % 2 === 0 ? on('desk', 'search', 'word1') : on('desk', 'edit', 'Command', '--body', load.makeText());
    }),
    load.runCommands(SYNC_PAUSE_MS, () => {
      turn += 1;
      return turn % 2 === 0 ? on('phone', 'sync', 'run') : on('phone', 'edit', 'Phone', '--body', load.makeText());
    }),
  ];
  /** @type {Sample[]} */
  const samples = [];
  let logged = 0;
  for (let n = 0; n < SAMPLES; n += 1) {
    load.times = [];
    const betweenMs = (seconds * 1_000) / SAMPLES;
    const settleMs = Math.min(MAX_SETTLE_MS, betweenMs * SETTLE_SHARE);
    await sleep(betweenMs - settleMs);
    const p95Ms = percentile(load.times, 0.95);
    load.isPaused = true;
    await sleep(settleMs);
    const { rssMb, files } = readProcess(service.pid);
    load.isPaused = false;
    const walMb = sizeMb(join(dataDir, 'notes.db-wal'));
    const total = sizeMb(logPath) * 1024;
    samples.push({ rssMb, files, walMb, p95Ms, logKb: total - logged });
    logged = total;
    console.log(
      `${rssMb.toFixed(0)} MiB, ${files} files, write-ahead log ${walMb.toFixed(1)} MiB, p95 ${p95Ms.toFixed(0)} ms, ${samples.at(-1)?.logKb.toFixed(1)} KiB logged`,
    );
  }
  load.isOver = true;
  await Promise.all(workers);
  return { samples, code: await service.end('SIGTERM') };
}

process.exitCode = await main();
