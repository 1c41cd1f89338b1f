// @ts-check
/**
 * Runs the service under a mixed load for a long time: readers, writers, searches, agents over MCP and attachments. After
 * a warm-up its memory, open files, log and response times have to stay level.
 * Usage: node soak.mjs [--seconds 1800] [--seed 1] [--rate 60]   requests a second
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { inspectLibrary } from './inspect.mjs';
import { startService } from './service.mjs';

/** @typedef {{ at: number, rssMb: number, files: number, walMb: number, p95Ms: number }} Sample */

const CLIENTS = 6;
const NOTES = 300;
/** Share of the run that is not judged. */
const WARM_UP = 0.3;
const SAMPLES = 40;
const MAX_WAL_MB = 64;
/** Largest ratio of the median of the last third to that of the first after the warm-up, and what is always allowed. */
const BOUNDS = {
  rssMb: { ratio: 1.2, slack: 20 },
  files: { ratio: 1.1, slack: 5 },
  p95Ms: { ratio: 2, slack: 50 },
};

/** Resident memory in MiB and open files of a process; undefined where the system has no /proc. */
function readProcess(/** @type {number} */ pid) {
  if (!existsSync(`/proc/${pid}/status`)) return undefined;
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
  /** @type {Map<string, number>} answers that are no success, by kind */
  refused = new Map();
  isOver = false;
  #url;
  #random;
  /** @type {{ id: string, revision: string }[]} */
  #notes = [];
  /** Notes that a client writes: a second writer would be refused for its old revision. */
  #written = new Set();

  constructor(/** @type {URL} */ url, /** @type {() => number} */ random) {
    this.#url = url;
    this.#random = random;
  }

  async #send(
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {object | undefined} */ body = undefined,
  ) {
    const began = performance.now();
    const response = await fetch(new URL(path, this.#url), {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
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

  async fill() {
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
    const response = await fetch(new URL('/api/v1/resources', this.#url), { method: 'POST', body: this.#text() });
    return await response.text();
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
      await this.step();
      await sleep(pauseMs);
    }
  }
}

/** Compares the first and the last third of the samples after the warm-up. */
function findGrowth(/** @type {readonly Sample[]} */ samples) {
  const judged = samples.slice(Math.floor(samples.length * WARM_UP));
  const third = Math.floor(judged.length / 3);
  return Object.entries(BOUNDS).flatMap(([name, { ratio, slack }]) => {
    const values = judged.map((sample) => sample[/** @type {keyof typeof BOUNDS} */ (name)]);
    const [first, last] = [percentile(values.slice(0, third), 0.5), percentile(values.slice(-third), 0.5)];
    return last <= Math.max(first * ratio, first + slack)
      ? []
      : [`${name} grew from ${first.toFixed(1)} to ${last.toFixed(1)}`];
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
  const seconds = Number(values.seconds);
  const dataDir = mkdtempSync(join(tmpdir(), 'notes-soak-'));
  try {
    const service = await startService(dataDir);
    if (readProcess(service.pid) === undefined) {
      await service.end('SIGTERM');
      console.log('skipped: this system has no /proc');
      return 0;
    }
    const load = new Load(service.url, createRandom(Number(values.seed)));
    await load.fill();
    const workers = Array.from({ length: CLIENTS }, () => load.work((1_000 * CLIENTS) / Number(values.rate)));
    /** @type {Sample[]} */
    const samples = [];
    for (let n = 0; n < SAMPLES; n += 1) {
      load.times = [];
      await sleep((seconds * 1_000) / SAMPLES);
      const { rssMb, files } = /** @type {{ rssMb: number, files: number }} */ (readProcess(service.pid));
      const walMb = sizeMb(join(dataDir, 'notes.db-wal'));
      samples.push({ at: n, rssMb, files, walMb, p95Ms: percentile(load.times, 0.95) });
      console.log(
        `${rssMb.toFixed(0)} MiB, ${files} files, log ${walMb.toFixed(1)} MiB, p95 ${samples.at(-1)?.p95Ms.toFixed(0)} ms`,
      );
    }
    load.isOver = true;
    await Promise.all(workers);
    const code = await service.end('SIGTERM');
    const { faults } = await inspectLibrary(dataDir);
    const wal = Math.max(...samples.map(({ walMb }) => walMb));
    const broken = [
      ...findGrowth(samples),
      ...[...load.refused].map(([kind, count]) => `${kind}: ${count} times`),
      ...(wal > MAX_WAL_MB ? [`the write-ahead log grew to ${wal.toFixed(0)} MiB`] : []),
      ...(code === 0 ? [] : [`the service stopped with ${code}`]),
      ...faults.filter((fault) => !fault.includes('links or tasks')),
    ];
    for (const fault of broken) console.error(fault);
    reportCounts({ requests: load.requests, 'seconds of load': seconds });
    console.log(broken.length === 0 ? 'passed: memory, files, log and times stayed level' : 'FAILED');
    return broken.length === 0 ? 0 : 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

process.exitCode = await main();
