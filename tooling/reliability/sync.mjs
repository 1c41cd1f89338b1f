// @ts-check
/**
 * Plays histories of devices that sync over faulty carriers, each from a seed, and checks at the end of each what has to hold.
 * Usage: node sync.mjs [--count 20000] [--from 1] [--jobs 2]   so many histories, from that seed on
 *        node sync.mjs --from 1234 --count 1                   one again, as it was
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** @typedef {{ from: number, count: number, step: number }} Share seeds: `from`, and on by `step`, below `from + count` */
/** @typedef {{ seed: number, report: string } | { played: number, operations: number }} Message */

const REPORT_EVERY = 50;

if (isMainThread) await playAll();
else await playShare(workerData);

async function playAll() {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '20000' },
      from: { type: 'string', default: '1' },
      jobs: { type: 'string', default: String(availableParallelism()) },
    },
  });
  const [count, from, jobs] = [
    Number(values.count),
    Number(values.from),
    Math.min(Number(values.jobs), Number(values.count)),
  ];
  const total = { played: 0, operations: 0, failed: 0 };
  const began = performance.now();
  const tell = () => {
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(
      `${total.played} of ${count} histories, ${total.operations} operations, ${total.failed} failed, ${seconds} s`,
    );
  };
  const timer = setInterval(tell, 10_000);
  await Promise.all(
    Array.from({ length: jobs }, (_, job) =>
      ended(
        new Worker(new URL(import.meta.url), { workerData: { from: from + job, count: count - job, step: jobs } }),
        (message) => {
          if ('seed' in message) {
            total.failed += 1;
            console.log(message.report);
          } else {
            total.played += message.played;
            total.operations += message.operations;
          }
        },
      ),
    ),
  );
  clearInterval(timer);
  tell();
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/** @returns {Promise<void>} */
function ended(/** @type {Worker} */ worker, /** @type {(message: Message) => void} */ hear) {
  return new Promise((resolve, reject) => {
    worker.on('message', hear);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
}

/** An entry of the protocol, which lint knows nothing of: it may run before the build. */
function built(/** @type {string} */ entry) {
  return import(new URL(`../../packages/sync-protocol/dist/${entry}/index.js`, import.meta.url).href);
}

async function playShare(/** @type {Share} */ { from, count, step }) {
  const { simulate } = await built('testing');
  const { sodiumCrypto, zlibCodec } = await built('node');
  const primitives = { crypto: sodiumCrypto, codec: zlibCodec, curves: false };
  const tell = (/** @type {Message} */ message) => parentPort?.postMessage(message);
  let [played, operations] = [0, 0];
  for (let seed = from; seed < from + count; seed += step) {
    const result = await simulate(seed, primitives).catch((/** @type {Error} */ error) => ({
      failures: [String(error.stack)],
      options: { seed },
      operations: 0,
      standing: '',
    }));
    played += 1;
    operations += result.operations;
    if (result.failures.length > 0)
      tell({ seed, report: [JSON.stringify(result.options), ...result.failures, result.standing, ''].join('\n') });
    if (played === REPORT_EVERY) {
      tell({ played, operations });
      [played, operations] = [0, 0];
    }
  }
  tell({ played, operations });
}
