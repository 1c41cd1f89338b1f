import { expect } from 'vitest';

/**
 * Options of a test of clock times, such as a deadline. It is retried: a defect occurs each time, a pause of the
 * machine does not.
 */
export const TIMING_OPTIONS = { retry: 4 };

/** Number of runs, of which the fastest counts: a busy machine slows a few runs, a worse algorithm slows all. */
const MAX_ROUNDS = 10;
/** Number of runs per round on the shortest input: the first ones are slow, because their code is not optimised yet. */
const SHORT_RUNS = 3;
const LENGTH_FACTOR = 16;
/** Largest exponent of the growth of time with length: 1 is linear, 2 quadratic. */
const MAX_EXPONENT = 1.5;

/**
 * Expects that the processor time of `run` is linear in the length of its input, from a sixteenth of `units` to all of
 * them.
 */
export function expectLinear<T>(make: (units: number) => T, run: (input: T) => unknown, units = 250_000): void {
  const [small, large] = [make(units / LENGTH_FACTOR), make(units)];
  let [quick, slow] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const power = () => Math.log(slow / quick) / Math.log(LENGTH_FACTOR);
  for (let round = 0; round < MAX_ROUNDS && (round === 0 || power() >= MAX_EXPONENT); round++) {
    for (let n = 0; n < SHORT_RUNS; n++)
      quick = Math.min(
        quick,
        processorTime(() => run(small)),
      );
    slow = Math.min(
      slow,
      processorTime(() => run(large)),
    );
  }
  expect(power()).toBeLessThan(MAX_EXPONENT);
}

/**
 * Expects `run` to take less than `most` milliseconds of processor time on a machine that does the reference work in
 * its usual time, and in proportion on a slower one. Returns the time of the fastest run.
 *
 * @param what Subject of the failure message
 */
export function expectWithin(maxMs: number, run: () => unknown, what?: string): number {
  let quickest = processorTime(run);
  let reference = Number.POSITIVE_INFINITY;
  for (let round = 1; round < MAX_ROUNDS && quickest >= maxMs; round++) {
    reference = Math.min(reference, processorTime(doReferenceWork));
    quickest = Math.min(quickest, processorTime(run));
  }
  const slowness = quickest < maxMs ? 1 : Math.min(MAX_SLOWNESS, Math.max(1, reference / REFERENCE_MS));
  expect(quickest / slowness, what).toBeLessThan(maxMs);
  return quickest;
}

/** Usual time of the reference work, and the largest slowdown of a machine. */
const REFERENCE_MS = 7;
const MAX_SLOWNESS = 4;
const REFERENCE_TEXT = '[a](b) '.repeat(60_000);

/** Reads a text and makes an object of each part of it, as the code under test does. */
function doReferenceWork(): number {
  const open: number[] = [];
  const found: { from: number; to: number; text: string }[] = [];
  for (let at = 0; at < REFERENCE_TEXT.length; at++) {
    const unit = REFERENCE_TEXT.charCodeAt(at);
    if (unit === 0x5b) open.push(at);
    const from = unit === 0x5d ? open.pop() : undefined;
    if (from !== undefined) found.push({ from, to: at, text: REFERENCE_TEXT.slice(from, at) });
  }
  return found.length;
}

/** Returns processor time in milliseconds, which other load of the machine hardly affects. */
function processorTime(run: () => unknown): number {
  const since = process.cpuUsage();
  run();
  return processorTimeSince(since);
}

/**
 * Expects that this process, with all its threads, takes less than `most` milliseconds of processor time until `run` is
 * done.
 */
export async function expectDoneWithin(most: number, run: () => Promise<unknown>): Promise<void> {
  expect(await processorTimeUntil(run)).toBeLessThan(most);
}

/** Returns the milliseconds of processor time that this process, with all its threads, takes until `run` is done. */
export async function processorTimeUntil(run: () => Promise<unknown>): Promise<number> {
  const since = process.cpuUsage();
  await run();
  return processorTimeSince(since);
}

function processorTimeSince(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
