// @ts-check
/**
 * Kills the service and the search sidecar under load repeatedly. After both are back, the reconciliation must end with
 * no missing, stale or orphaned notes, the index must have exactly the notes of the library, and no acknowledged
 * change may be lost.
 * Usage: node sidecar.mjs [--rounds 10] [--seed 1] [--program PATH]   seed of the kills and their times
 * --program: notes-search, as installed; a stand-in without a search when absent.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { importFrom } from '../bench/packages.mjs';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { inspectLibrary } from './inspect.mjs';
import { load } from './load.mjs';
import { Oracle } from './oracle.mjs';
import { startService } from './service.mjs';
import { askEngine, engineSettings, findPort, startEngine } from './sidecar/engine.mjs';

const KILLS = 6;
const MIN_RUN_MS = 30;
const MAX_RUN_MS = 1_200;
const LIMIT_MS = 120_000;
const BUCKETS = { from: 0, to: 1_024 };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    program: { type: 'string' },
  },
});
const random = createRandom(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), 'notes-sidecar-'));
const dataDir = join(folder, 'data');
const indexDir = join(folder, 'index');
mkdirSync(indexDir, { mode: 0o700 });
const port = await findPort();
const start = () => startService(dataDir, [], engineSettings(port));
const startIndex = () => startEngine(indexDir, port, values.program);

const pause = () => sleep(MIN_RUN_MS + random() * (MAX_RUN_MS - MIN_RUN_MS));

/** Kills one or both, lets the other work, and starts them again. */
async function disturb(/** @type {Oracle} */ oracle, /** @type {number} */ number) {
  let engine = await startIndex();
  let service = await start();
  let loaded = load(service.url, oracle, `r${number}`);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause();
    const [isService, isEngine] = [random() < 0.6, random() < 0.6];
    if (isEngine) await engine.kill();
    if (isService) {
      await service.end('SIGKILL');
      await loaded;
    }
    if (isEngine && random() < 0.5) await pause();
    if (isService) {
      service = await start();
      loaded = load(service.url, oracle, `r${number}.${kill}`);
    }
    if (isEngine) engine = await startIndex();
  }
  await service.end('SIGKILL');
  await loaded;
  await engine.kill();
}

/** Starts the service, and waits until it reports the sidecar as active after a reconciliation. */
async function startActive() {
  const begin = Date.now();
  const service = await start();
  for (;;) {
    const response = await fetch(new URL('/api/v1/status', service.url));
    const { search_sidecar: sidecar, database_info } = /** @type {any} */ (await response.json());
    const isDone =
      sidecar.state === 'active' && sidecar.pending_jobs === 0 && Date.parse(sidecar.last_reconciliation_at) >= begin;
    if (isDone) return { service, sidecar, replicaId: database_info.replica_id, tookMs: Date.now() - begin };
    if (Date.now() > begin + LIMIT_MS) throw new Error(`The sidecar is not active: ${JSON.stringify(sidecar)}`);
    await sleep(50);
  }
}

/** Digests of the notes that the index should have. */
async function readDigests() {
  const { openSqlite } = await importFrom('packages/storage', './dist/library/driver.js');
  const { BucketDigests } = await importFrom('packages/search-engine', './dist/index.js');
  const database = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
  const digests = new BucketDigests();
  const active = `SELECT d.id, r.id AS version FROM documents d JOIN revisions r ON r.pk = d.revision_pk
    WHERE d.deleted_at IS NULL`;
  for (const entry of database.prepare(active).iterate()) digests.add(entry);
  database.close();
  return digests.list(BUCKETS);
}

/** Returns true when the index has exactly the notes of the library, while nothing is written. */
async function isIndexEqual(/** @type {string} */ replicaId) {
  const { buckets } = /** @type {any} */ (await askEngine(port, replicaId, 'digests', BUCKETS));
  return JSON.stringify(buckets) === JSON.stringify(await readDigests());
}

/** Removes notes from the index behind the back of the service: a comparison that does not notice proves nothing. */
async function plantLoss() {
  const engine = await startIndex();
  const first = await startActive();
  await first.service.end('SIGTERM');
  const { notes } = await inspectLibrary(dataDir);
  const lost = [...notes.values()].filter(({ trashed }) => !trashed).slice(0, 3);
  const batch = { from: 0, to: 0, upserts: [], deletes: lost.map(({ id }) => id) };
  await askEngine(port, first.replicaId, 'apply', batch);
  const isNoticed = !(await isIndexEqual(first.replicaId));
  const { service, sidecar, replicaId } = await startActive();
  const isRepaired = sidecar.repaired === lost.length && (await isIndexEqual(replicaId));
  await service.end('SIGTERM');
  await engine.stop();
  return isNoticed && isRepaired;
}

/** @returns {Promise<string[]>} broken promises */
async function runRound(/** @type {Oracle} */ oracle, /** @type {number} */ number) {
  await disturb(oracle, number);
  const engine = await startIndex();
  const { service, sidecar, replicaId, tookMs } = await startActive();
  const isEqual = await isIndexEqual(replicaId);
  const code = await service.end('SIGTERM');
  await engine.stop();
  const { notes, faults } = await inspectLibrary(dataDir);
  const { missing, stale, orphaned, repaired } = sidecar;
  const broken = [
    ...faults,
    ...oracle.check(notes),
    ...(missing + stale + orphaned === 0 ? [] : [`left: ${JSON.stringify(sidecar)}`]),
    ...(isEqual ? [] : ['the index and the library differ']),
    ...(code === 0 ? [] : [`the service stopped with ${code}`]),
  ];
  console.log(
    `round ${number}: ${KILLS} kills; ${oracle.acknowledged} changes acknowledged; ${notes.size} notes; ` +
      `active after ${tookMs} ms, ${repaired} repaired; ${broken.length} faults`,
  );
  return broken;
}

try {
  const oracle = new Oracle();
  /** @type {string[]} */
  const broken = [];
  let rounds = 0;
  for (; rounds < Number(values.rounds) && broken.length === 0; rounds += 1)
    broken.push(...(await runRound(oracle, rounds + 1)));
  reportCounts({ kills: rounds * KILLS, 'acknowledged changes': oracle.acknowledged });
  for (const fault of broken.slice(0, 20)) console.error(fault);
  if (broken.length === 0 && !(await plantLoss())) broken.push('the planted loss was not repaired');
  console.log(broken.length === 0 ? 'The index has followed the library.' : 'The index has not followed the library.');
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
