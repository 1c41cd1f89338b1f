import { expect } from 'vitest';

/**
 * Options of a test of times as a clock tells them, those of a deadline for instance: what is wrong is so each time, a
 * machine that stood still for a moment did once.
 */
export const BY_THE_CLOCK = { retry: 4 };

/** The quickest of some runs counts: a busy machine slows a few of them, a worse algorithm all. */
const MOST_ROUNDS = 10;
/** Of a round, on the little that is given: the first are slow, as code that has just been met is. */
const SHORT_RUNS = 3;
const TIMES = 16;
/** The power of its length that time may grow with: 1 is in proportion, 2 quadratic. */
const LINEAR = 1.5;

/**
 * Expects that the processor time of `run` is in proportion to the length of what it is given, from a sixteenth of
 * `units` to all of them.
 */
export function expectLinear<T>(make: (units: number) => T, run: (input: T) => unknown, units = 250_000): void {
  const [small, large] = [make(units / TIMES), make(units)];
  let [quick, slow] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const power = () => Math.log(slow / quick) / Math.log(TIMES);
  for (let round = 0; round < MOST_ROUNDS && (round === 0 || power() >= LINEAR); round++) {
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
  expect(power()).toBeLessThan(LINEAR);
}

/**
 * Expects `run` to take less than `most` milliseconds of processor time, and answers what its quickest run took.
 *
 * @param what Told where it takes longer
 */
export function expectWithin(most: number, run: () => unknown, what?: string): number {
  let quickest = processorTime(run);
  for (let round = 1; round < MOST_ROUNDS && quickest >= most; round++)
    quickest = Math.min(quickest, processorTime(run));
  expect(quickest, what).toBeLessThan(most);
  return quickest;
}

/** In milliseconds; what else the machine does is hardly in it. */
function processorTime(run: () => unknown): number {
  const since = process.cpuUsage();
  run();
  return processorTimeSince(since);
}

/**
 * Expects that this process, all its threads together, takes less than `most` milliseconds of processor time until
 * `run` is done.
 */
export async function expectDoneWithin(most: number, run: () => Promise<unknown>): Promise<void> {
  expect(await processorTimeUntil(run)).toBeLessThan(most);
}

/** Milliseconds of processor time that this process, all its threads together, takes until `run` is done. */
export async function processorTimeUntil(run: () => Promise<unknown>): Promise<number> {
  const since = process.cpuUsage();
  await run();
  return processorTimeSince(since);
}

function processorTimeSince(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
