// @ts-check
/**
 * Simulates histories of devices that sync over faulty carriers, each from a seed, and checks invariants at the end of
 * each. The events of the histories are counted and reported: a run of many histories fails when a kind of fault never
 * occurred. A long history takes 0.1 s of one core, a short one 0.03 s. Both find planted faults equally often in a
 * second.
 * Usage: node sync.mjs [--histories 20000] [--from 1] [--jobs 2] [--seconds 600] [--long-every 1]
 *            number of histories, first seed, last start, and which seeds have long histories: the multiples
 *        node sync.mjs --from 1234 --histories 1 [--long-every 10]   repeats one history
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { reportCounts } from '../prove/report.mjs';

/** @typedef {{ from: number, to: number, step: number, seconds: number, longEvery: number }} Share seeds: `from`, and on by `step`, below `to` */
/** @typedef {{ seed: number, report: string }} Failure */
/** @typedef {{ played: number, long: number, operations: number, next: number, happened: Record<string, number> }} Progress */

const REPORT_EVERY = 50;
/** Number of long histories in which each kind of fault occurs, whatever the seeds. */
const ENOUGH = 500;

if (isMainThread) await playAll();
else await playShare(workerData);

async function playAll() {
  const { values } = parseArgs({
    options: {
      histories: { type: 'string', default: '20000' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      seconds: { type: 'string', default: 'Infinity' },
      'long-every': { type: 'string', default: '1' },
    },
  });
  const [histories, from] = [Number(values.histories), Number(values.seed ?? values.from)];
  const [seconds, longEvery] = [Number(values.seconds), Number(values['long-every'])];
  const jobs = Math.min(Number(values.jobs), histories);
  const total = { played: 0, long: 0, operations: 0, failed: 0 };
  /** @type {Record<string, number>} */
  const happened = {};
  const next = Array.from({ length: jobs }, (_, job) => from + job);
  const began = performance.now();
  const tell = () => {
    const passed = Math.round((performance.now() - began) / 1000);
    console.log(
      `${total.played} of ${histories} histories, ${total.operations} operations, ${total.failed} failed, ${passed} s`,
    );
  };
  const timer = setInterval(tell, 10_000);
  await Promise.all(
    next.map((first, job) =>
      waitForExit(
        new Worker(new URL(import.meta.url), {
          workerData: { from: first, to: from + histories, step: jobs, seconds, longEvery },
        }),
        (message) => {
          if ('seed' in message) {
            total.failed += 1;
            console.log(message.report);
            return;
          }
          total.played += message.played;
          total.long += message.long;
          total.operations += message.operations;
          next[job] = message.next;
          for (const [what, count] of Object.entries(message.happened)) happened[what] = (happened[what] ?? 0) + count;
        },
      ),
    ),
  );
  clearInterval(timer);
  tell();
  console.log(
    Object.entries(happened)
      .map(([what, count]) => `${what} ${count}`)
      .join(', '),
  );
  if (total.played < histories) console.log(`Continue with --from ${Math.min(...next)}.`);
  const never = Object.keys(happened).filter((what) => happened[what] === 0);
  const isBlind = total.long >= ENOUGH && never.length > 0;
  if (isBlind) console.log(`These events never occurred: ${never.join(', ')}.`);
  reportCounts({ histories: total.played, 'long histories': total.long, operations: total.operations });
  process.exitCode = total.failed === 0 && !isBlind ? 0 : 1;
}

/** @returns {Promise<void>} */
function waitForExit(/** @type {Worker} */ worker, /** @type {(message: Failure | Progress) => void} */ hear) {
  return new Promise((resolve, reject) => {
    worker.on('message', hear);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}

/** Entry of the protocol package. It is loaded dynamically, because lint may run before the build. */
function importBuilt(/** @type {string} */ entry) {
  return import(new URL(`../../packages/sync-protocol/dist/${entry}/index.js`, import.meta.url).href);
}

async function playShare(/** @type {Share} */ { from, to, step, seconds, longEvery }) {
  const { simulate } = await importBuilt('testing');
  const { sodiumCrypto, zlibCodec } = await importBuilt('node');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const primitives = { crypto: sodiumCrypto, codec: zlibCodec, curves: false, collect };
  const tell = (/** @type {Failure | Progress} */ message) => parentPort?.postMessage(message);
  const until = performance.now() + seconds * 1000;
  /** @returns {Progress} */
  const nothing = (/** @type {number} */ next) => ({ ...{ played: 0, long: 0, operations: 0 }, next, happened: {} });
  let progress = nothing(from);
  for (let seed = from; seed < to && performance.now() < until; seed += step) {
    const length = seed % longEvery === 0 ? 'long' : 'short';
    const result = await simulate(seed, primitives, length);
    progress.played += 1;
    if (length === 'long') progress.long += 1;
    progress.operations += result.operations;
    progress.next = seed + step;
    for (const [what, count] of Object.entries(result.events))
      progress.happened[what] = (progress.happened[what] ?? 0) + count;
    if (result.failures.length > 0)
      tell({ seed, report: [JSON.stringify(result.options), ...result.failures, result.finalState, ''].join('\n') });
    if (progress.played === REPORT_EVERY) {
      tell(progress);
      progress = nothing(seed + step);
    }
  }
  tell(progress);
}
