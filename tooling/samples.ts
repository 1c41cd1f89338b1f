const times = Number(process.env.SAMPLES || 1);
if (!(Number.isInteger(times) && times > 0))
  throw new Error(`SAMPLES is "${process.env.SAMPLES}". Set it to a whole number above 0, or unset it.`);

/**
 * Returns the number of samples of a test that cannot cover all cases: `count` in the suite, multiplied by the variable
 * `SAMPLES` in `npm run reliability:samples`.
 */
export const samples = (count: number): number => count * times;
