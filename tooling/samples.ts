const times = readWhole('SAMPLES', 1) ?? 1;
const runSeed = readWhole('SAMPLES_SEED', 0);

/** Odd factor that spreads consecutive seeds over 32 bits. */
const SPREAD = 0x9e37_79b1;

/**
 * Returns the number of samples of a test that cannot cover all cases: `count` in the suite, multiplied by the variable
 * `SAMPLES` in `npm run reliability:samples` and in full runs of `npm run prove`.
 */
export const samples = (count: number): number => count * times;

/**
 * Returns the seed of a property test, as a parameter of fast-check: its own in the suite, and another one for each value
 * of the variable `SAMPLES_SEED`, which `npm run prove` sets to the seed of its run.
 *
 * @param own - seed in the suite; without one each run of the suite draws its own
 */
export function sampleSeed(own?: number): { readonly seed?: number } {
  if (runSeed === undefined) return own === undefined ? {} : { seed: own };
  return { seed: (own ?? 0) ^ Math.imul(runSeed + 1, SPREAD) };
}

/**
 * Reads a variable of the environment; undefined where it is not set.
 *
 * @throws Error when it is not a whole number, or below `min`
 */
function readWhole(name: string, min: number): number | undefined {
  const text = process.env[name] ?? '';
  if (text === '') return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= min) return value;
  throw new Error(`${name} is "${text}". Set it to a whole number from ${min}, or unset it.`);
}
