/** Number of blocks whose heights are remembered. */
const MAX_HEIGHTS = 5_000;

const heights = new Map<string, number>();

/** Returns the height that a block had, in pixels. */
export const recallHeight = (source: string): number | undefined => heights.get(source);

/** Remembers the height of a block, so that the next time it takes its space at once. */
export function rememberHeight(source: string, height: number): void {
  heights.delete(source);
  heights.set(source, height);
  const [oldest] = heights.keys();
  if (heights.size > MAX_HEIGHTS && oldest !== undefined) heights.delete(oldest);
}
