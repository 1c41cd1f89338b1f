// @ts-check
import { parentPort, workerData } from 'node:worker_threads';
import { createRandom } from '../bench/words.mjs';
import { MAX_INPUT_BYTES, minimise, mutate } from './mutate.mjs';
import { targets } from './targets.mjs';

/** Most processor time of one input of at most 64 KiB. */
const LIMIT_MS = 5_000;
const MAX_KEPT = 400;
const MAX_FAULTS = 5;

/** @typedef {{ name: string, inputs: Uint8Array[], shared: SharedArrayBuffer, seconds: number, seed: number }} Work */

const { name, inputs, shared, seconds, seed } = /** @type {Work} */ (workerData);
const target = /** @type {import('./targets.mjs').Target} */ (targets[name]);
const state = new Int32Array(shared, 0, 2);
const place = new Uint8Array(shared, 8);
const random = createRandom(seed);
const words = (target.words ?? []).map((word) => Buffer.from(word));
const { run, close } = await target.load();

/** @returns {Promise<{ kind?: string, message?: string }>} message: of a fault */
async function attempt(/** @type {Buffer} */ bytes) {
  place.set(bytes.subarray(0, MAX_INPUT_BYTES));
  Atomics.store(state, 1, Math.min(bytes.length, MAX_INPUT_BYTES));
  Atomics.add(state, 0, 1);
  const before = process.cpuUsage();
  try {
    const kind = await run(bytes);
    const { user, system } = process.cpuUsage(before);
    const spentMs = (user + system) / 1_000;
    return spentMs > LIMIT_MS ? { message: `took ${Math.round(spentMs)} ms of processor time` } : { kind };
  } catch (error) {
    return { message: /** @type {Error} */ (error).stack ?? String(error) };
  }
}

const kept = inputs.map((bytes) => Buffer.from(bytes));
const kinds = new Set();
const faults = [];
const messages = new Set();
const until = performance.now() + seconds * 1_000;
for (let n = 0; n < kept.length || performance.now() < until; n += 1) {
  const bytes = n < inputs.length ? /** @type {Buffer} */ (kept[n]) : mutate(kept, words, random);
  const { kind, message } = await attempt(bytes);
  if (message !== undefined) {
    const place = message.split('\n', 2).join();
    if (messages.has(place)) continue;
    messages.add(place);
    const input = await minimise(
      bytes,
      async (shorter) => (await attempt(shorter)).message?.startsWith(message.split('\n')[0] ?? '') ?? false,
    );
    faults.push({ input, message });
    if (faults.length === MAX_FAULTS) break;
  } else if (!kinds.has(kind)) {
    kinds.add(kind);
    if (n >= inputs.length && kept.length < MAX_KEPT) kept.push(bytes);
  }
}
close?.();
parentPort?.postMessage({ tried: Atomics.load(state, 0), kinds: kinds.size, faults });
