// @ts-check
import { parentPort, workerData } from 'node:worker_threads';
import { createRandom } from '../bench/words.mjs';
import { choose, MAX_INPUT_BYTES, minimise, mutate } from './mutate.mjs';
import { mutateValue } from './mutate-value.mjs';
import { targets } from './targets.mjs';

/** Most processor time of one input of at most 64 KiB. */
const LIMIT_MS = 5_000;
const MAX_KEPT = 400;
const MAX_FAULTS = 5;
/** Time in which a target has to reach its expected kinds of outcome. */
const MAX_MS_FOR_KINDS = 60_000;
/** Share of the inputs that are made from values, where the target has values. */
const SHARE_OF_VALUES = 0.7;

/** @typedef {{ name: string, inputs: Uint8Array[], shared: SharedArrayBuffer, seconds: number, seed: number }} Work */

const { name, inputs, shared, seconds, seed } = /** @type {Work} */ (workerData);
const target = /** @type {import('./targets.mjs').Target} */ (targets[name]);
const state = new Int32Array(shared, 0, 2);
const place = new Uint8Array(shared, 8);
const random = createRandom(seed);
const words = (target.words ?? []).map((word) => Buffer.from(word));
const { run, structure, close } = await target.load();

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

/** @typedef {{ bytes: Buffer, value?: unknown }} Input value: from which the bytes were made */

/** Writes a value; returns undefined when the format has no such value, or it is too large. @returns {Input | undefined} */
function encode(/** @type {unknown} */ value) {
  try {
    const bytes = /** @type {import('./targets.mjs').Structure} */ (structure).encode(value);
    return bytes.length <= MAX_INPUT_BYTES ? { bytes, value } : undefined;
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Returns the stored inputs, and those of the values of the target. @returns {Input[]} */
function listFirstInputs() {
  const stored = inputs.map((bytes) => ({ bytes: Buffer.from(bytes), value: structure?.decode?.(Buffer.from(bytes)) }));
  const derived = stored.flatMap(({ value }) => (value === undefined ? [] : (structure?.derive?.(value) ?? [])));
  return [...stored, ...[...(structure?.values ?? []), ...derived].flatMap((value) => encode(value) ?? [])];
}

const kept = listFirstInputs();
const first = kept.length;

/** Makes the next input: mostly from a value, where the target has values. @returns {Input} */
function makeInput() {
  const withValues = kept.filter(({ value }) => value !== undefined);
  if (withValues.length > 0 && random() < SHARE_OF_VALUES) {
    const values = withValues.map(({ value }) => value);
    const made = encode(mutateValue(choose(values, random), values, random));
    if (made !== undefined) return made;
  }
  return {
    bytes: mutate(
      kept.map(({ bytes }) => bytes),
      words,
      random,
    ),
  };
}

const kinds = new Set();
const faults = [];
const messages = new Set();
const began = performance.now();
/** Returns true while there is time, or the expected kinds of outcome are not reached on a busy machine. */
function goesOn() {
  const spentMs = performance.now() - began;
  return spentMs < seconds * 1_000 || (kinds.size < target.minKinds && spentMs < MAX_MS_FOR_KINDS);
}
for (let n = 0; n < first || goesOn(); n += 1) {
  const input = n < first ? /** @type {Input} */ (kept[n]) : makeInput();
  const { kind, message } = await attempt(input.bytes);
  if (message !== undefined) {
    const place = message.split('\n', 2).join();
    if (messages.has(place)) continue;
    messages.add(place);
    const reduced = await minimise(
      input.bytes,
      async (shorter) => (await attempt(shorter)).message?.startsWith(message.split('\n')[0] ?? '') ?? false,
    );
    faults.push({ input: reduced, message });
    if (faults.length === MAX_FAULTS) break;
  } else if (!kinds.has(kind)) {
    kinds.add(kind);
    if (n >= first && kept.length < first + MAX_KEPT) kept.push(input);
  }
}
await close?.();
parentPort?.postMessage({ tried: Atomics.load(state, 0), kinds: kinds.size, faults });
