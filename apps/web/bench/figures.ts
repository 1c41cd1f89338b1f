/** A figure beside its budget, which the machine may miss. */
export interface Time {
  readonly what: string;
  readonly value: number;
  /** The same without the time other programs had the processor for, in milliseconds, where it can be told. */
  readonly cpu?: number;
  readonly unit: string;
  readonly limit: string;
}

/** The value that a part of all values are not above. */
export const at = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN;
