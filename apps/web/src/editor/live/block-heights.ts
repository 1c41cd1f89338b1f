/** Limits on the blocks whose heights are remembered: their number, and the total length of their sources. */
const MAX_HEIGHTS = 5_000;
const MAX_CHARACTERS = 2_000_000;

const heights = new Map<string, number>();
let characters = 0;

/** Returns the height that a block had, in pixels. */
export const recallHeight = (source: string): number | undefined => heights.get(source);

/** Remembers the height of a block, so that the next time it takes its space at once. The oldest are dropped first. */
export function rememberHeight(source: string, height: number): void {
  forget(source);
  heights.set(source, height);
  characters += source.length;
  for (const oldest of heights.keys()) {
    if (heights.size <= MAX_HEIGHTS && characters <= MAX_CHARACTERS) return;
    forget(oldest);
  }
}

function forget(source: string): void {
  if (heights.delete(source)) characters -= source.length;
}
