// @ts-check

/**
 * @typedef {{ name: string, run: (round: number, count: number) => Promise<number[]> }} Subject
 *   subject of a comparison: runs a number of calls and returns the milliseconds of each
 * @typedef {{ median: number, p95: number, rounds: number[] }} Sample rounds: the median of each
 */

/** Warm-up rounds, in which pages are read and some code is compiled. */
const WARM_UP = 2;

/**
 * Runs all subjects in turn, round after round, so that other load of the machine affects all of them. The order is
 * reversed in every other round.
 * @param {Subject[]} subjects
 * @param {{ rounds: number, count: number, warmUp?: number | undefined }} size warmUp: rounds before those that count
 * @returns {Promise<Record<string, Sample>>}
 */
export async function interleave(subjects, { rounds, count, warmUp = WARM_UP }) {
  const times = new Map(subjects.map(({ name }) => [name, /** @type {number[][]} */ ([])]));
  for (let round = 0; round < rounds + warmUp; round++) {
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const found = await subject.run(round, count);
      if (round >= warmUp) times.get(subject.name)?.push(found);
    }
  }
  return Object.fromEntries([...times].map(([name, found]) => [name, sample(found)]));
}

/** @returns {Sample} */
export function sample(/** @type {number[][]} */ rounds) {
  const every = rounds.flat();
  return {
    median: quantile(every, 0.5),
    p95: quantile(every, 0.95),
    rounds: rounds.map((each) => quantile(each, 0.5)),
  };
}

/** Returns the ratio of two samples of one run: the median over rounds, since both had the same machine in each. */
export function ratio(/** @type {Sample} */ product, /** @type {Sample} */ floor) {
  return quantile(
    product.rounds.map((median, round) => median / /** @type {number} */ (floor.rounds[round])),
    0.5,
  );
}

/** Returns the difference of two samples of one run in milliseconds: the median over rounds. */
export function difference(/** @type {Sample} */ product, /** @type {Sample} */ floor) {
  return quantile(
    product.rounds.map((median, round) => median - /** @type {number} */ (floor.rounds[round])),
    0.5,
  );
}

export function quantile(/** @type {number[]} */ values, /** @type {number} */ share) {
  const sorted = [...values].sort((a, b) => a - b);
  return /** @type {number} */ (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
}
