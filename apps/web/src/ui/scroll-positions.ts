import { readStored, writeStored } from '../kernel/browser-storage.js';
import { Recent } from './recent.js';

/** Position to which something is scrolled. */
export interface ScrollPosition {
  /** Line, or offset in a text, at the top of the visible part; 0 where only pixels count. */
  readonly at: number;
  /** Pixels from the top of that line to the top of the visible part. */
  readonly offset: number;
}

const KEY = 'notes.scroll';
const POSITIONS_KEPT = 400;
const positions = new Recent<ScrollPosition>(POSITIONS_KEPT);
readPositions();
addEventListener('pagehide', () => {
  const stored = positions.list().map(([key, { at, offset }]) => [key, at, offset]);
  writeStored('sessionStorage', KEY, JSON.stringify(stored));
});

/** Keeps the position of a part of the page for the session of this tab. */
export const keepPosition = (owner: string, part: string, position: ScrollPosition): void =>
  positions.set(`${owner} ${part}`, position);

/**
 * Returns a kept position.
 *
 * @param owner entry of the history, or `list` for a list, which has one position in all entries
 */
export const recallPosition = (owner: string, part: string): ScrollPosition | undefined =>
  positions.get(`${owner} ${part}`);

/** Adds the positions kept before a reload. */
function readPositions(): void {
  try {
    for (const [key, at, offset] of JSON.parse(readStored('sessionStorage', KEY) ?? '[]') as unknown[][])
      positions.set(String(key), { at: Number(at) || 0, offset: Number(offset) || 0 });
  } catch {
    // Another version stored something else, which is ignored.
  }
}
