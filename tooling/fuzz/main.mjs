// @ts-check
/**
 * Feeds mutated inputs to every parser. An input with a new kind of outcome is kept and mutated further. An input fails
 * when the parser throws anything but its documented error, breaks an invariant, or takes too long; it is then reduced
 * and stored in the corpus, from which every later run starts.
 * Usage: node main.mjs [target...] [--seconds 10] [--seed 1] [--list]   seconds for each target
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { reportCounts } from '../prove/report.mjs';
import { MAX_INPUT_BYTES } from './mutate.mjs';
import { targets } from './targets.mjs';

/** Time without progress after which a parser counts as hanging, also on a busy machine. */
const HANG_MS = 30_000;
const CORPUS = fileURLToPath(new URL('corpus/', import.meta.url));

/** @typedef {{ tried: number, kinds: number, faults: { input: Buffer, message: string }[] }} Outcome */

/** Reads the stored inputs of a target. */
function readCorpus(/** @type {string} */ name) {
  const folder = join(CORPUS, name);
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file)));
}

/** Runs one target in a thread of its own, which is ended when it hangs. */
function fuzz(/** @type {string} */ name, /** @type {{ seconds: number, seed: number }} */ options) {
  // Number of the input, its length, and its bytes, so that an input on which the thread hangs is known.
  const shared = new SharedArrayBuffer(8 + MAX_INPUT_BYTES);
  const state = new Int32Array(shared, 0, 2);
  const worker = new Worker(new URL('worker.mjs', import.meta.url), {
    workerData: { name, inputs: readCorpus(name), shared, ...options },
  });
  return new Promise((/** @type {(outcome: Outcome) => void} */ resolve, reject) => {
    let last = -1;
    const timer = setInterval(async () => {
      const number = Atomics.load(state, 0);
      if (number !== last) {
        last = number;
        return;
      }
      clearInterval(timer);
      await worker.terminate();
      const input = Buffer.from(new Uint8Array(shared, 8, Atomics.load(state, 1)));
      resolve({ tried: number, kinds: 0, faults: [{ input, message: `made no progress for ${HANG_MS / 1000} s` }] });
    }, HANG_MS);
    worker.on('message', (/** @type {any} */ outcome) => {
      clearInterval(timer);
      resolve({ ...outcome, faults: outcome.faults.map(toFault) });
    });
    worker.on('error', (error) => {
      clearInterval(timer);
      reject(error);
    });
  });
}

const toFault = (/** @type {{ input: Uint8Array, message: string }} */ { input, message }) => ({
  input: Buffer.from(input),
  message,
});

/** Stores an input under its digest, and returns its path. An input that fails by a planted fault alone is not stored. */
function store(/** @type {string} */ name, /** @type {Buffer} */ input) {
  if (process.env.PROVE_PLANTED !== undefined) return 'no file, because the fault was planted';
  const folder = join(CORPUS, name);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `found-${createHash('sha256').update(input).digest('hex').slice(0, 12)}`);
  writeFileSync(path, input);
  return path;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      list: { type: 'boolean' },
    },
  });
  if (values.list) return void console.log(Object.keys(targets).join('\n'));
  const unknown = positionals.find((name) => !Object.hasOwn(targets, name));
  if (unknown !== undefined) {
    console.error(`No target is called "${unknown}". --list prints all targets.`);
    process.exitCode = 2;
    return;
  }
  const names = positionals.length > 0 ? positionals : Object.keys(targets);
  const options = { seconds: Number(values.seconds), seed: Number(values.seed) };
  let [tried, kinds, failed] = [0, 0, 0];
  for (const name of names) {
    const outcome = await fuzz(name, options);
    console.log(`${name}: ${outcome.tried} inputs, ${outcome.kinds} kinds of outcome, ${outcome.faults.length} faults`);
    const { minKinds } = /** @type {import('./targets.mjs').Target} */ (targets[name]);
    if (outcome.faults.length === 0 && outcome.kinds < minKinds) {
      console.error(`  at least ${minKinds} kinds are expected: nearly every input is refused by the first checks`);
      failed += 1;
    }
    kinds += outcome.kinds;
    for (const { input, message } of outcome.faults) console.error(`  ${message}\n  stored as ${store(name, input)}`);
    tried += outcome.tried;
    failed += outcome.faults.length;
  }
  reportCounts({ inputs: tried, 'kinds of outcome': kinds });
  console.log(failed === 0 ? 'passed: every input ended in time, with a result or a documented error' : 'FAILED');
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
