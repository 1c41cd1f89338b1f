/** A number with what is counted, in the plural where there is not one of it. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`;
