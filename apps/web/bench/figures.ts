/** A measured value with its budget, which a slow machine may exceed. */
export interface Time {
  readonly label: string;
  readonly value: number;
  /** CPU time in milliseconds, without the time of other programs; undefined where it cannot be measured. */
  readonly cpu?: number;
  readonly unit: string;
  readonly limit: string;
}

/**
 * Returns the quantile of some values.
 *
 * @param part from 0 to 1
 */
export const at = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN;

/** Prints a row of the table: name, wall-clock and CPU figures, and budget. */
export function printTime({ label, value, unit, cpu, limit }: Time): void {
  const figure = `${value.toFixed(1).padStart(10)} ${unit.padEnd(16)}`;
  const processor = (cpu === undefined ? '' : `${cpu.toFixed(1)} ms of CPU`).padStart(18);
  process.stdout.write(`${label.padEnd(50)}${figure}${processor}  budget ${limit}\n`);
}
