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
for (const [key, position] of parsePositions(readStored('sessionStorage', KEY))) positions.set(key, position);
addEventListener('pagehide', () => writeStored('sessionStorage', KEY, JSON.stringify(positions.list())));

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

/** Parses stored positions; others, as from another version, are ignored. */
function parsePositions(stored: string | null): [key: string, position: ScrollPosition][] {
  try {
    const entries: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is [string, ScrollPosition] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const { at, offset } = (entry[1] ?? {}) as Partial<ScrollPosition>;
  return Number.isFinite(at) && Number.isFinite(offset);
}
