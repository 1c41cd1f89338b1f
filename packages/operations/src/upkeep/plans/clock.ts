import type { Reader } from '@notes/storage';
import type { Library } from '../../platform/context.js';
import { DAY_MS } from '../../platform/days.js';

/** Difference from the believed time beyond which a clock counts as having been set. */
const MAX_STEP_MS = 2 * DAY_MS;
/** Time after which a clock that was set is believed. */
const PROBATION_MS = DAY_MS;
/** Longest lag of the stored time behind the clock. */
const MAX_STORED_LAG_MS = 3_600_000;

interface Clock {
  /** Latest believed time in milliseconds since the Unix epoch. */
  readonly believed: number;
  /** First observed time that was too far ahead of the believed time; null while the clock is believed. */
  readonly seen: number | null;
}

/** Returns the state of the clock after reading `now`. */
export function updateClock({ believed, seen }: Clock, now: number): Clock {
  if (now < believed - MAX_STEP_MS) return { believed: now, seen: null };
  if (now <= believed + MAX_STEP_MS) return { believed: Math.max(now, believed), seen: null };
  if (seen === null || now < seen) return { believed, seen: now };
  if (now < seen + PROBATION_MS) return { believed, seen };
  // A second reading confirms the first: the first becomes the believed time, and the step from there is checked again.
  return updateClock({ believed: seen, seen: null }, now);
}

function readClock({ meta }: Pick<Reader, 'meta'>): Clock | undefined {
  const stored = meta.get('clock');
  return stored === undefined ? undefined : parseClock(JSON.parse(stored));
}

function parseClock(stored: Partial<Clock> | null): Clock | undefined {
  const { believed, seen } = stored ?? {};
  return isTime(believed) && (seen === null || isTime(seen)) ? { believed, seen } : undefined;
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);

/** Returns the state of the clock to store after reading `now`; undefined while the stored state is good enough. */
function findNewState(known: Clock | undefined, now: number): Clock | undefined {
  const next = known === undefined ? { believed: now, seen: null } : updateClock(known, now);
  const isStored = known?.seen === next.seen && Math.abs(next.believed - known.believed) < MAX_STORED_LAG_MS;
  return isStored ? undefined : next;
}

/** Returns true when {@link observeClock} would store nothing. */
export const isClockStored = (reader: Pick<Reader, 'meta'>, now: number): boolean =>
  getClockToStore(reader, now) === undefined;

/** Returns the value that {@link observeClock} would store; undefined for none. */
export function getClockToStore(reader: Pick<Reader, 'meta'>, now: number): string | undefined {
  const next = findNewState(readClock(reader), now);
  return next && JSON.stringify(next);
}

/**
 * Reads the clock to detect later that it was set. The clock is read when a library is opened and hourly while the
 * library is served.
 *
 * @throws StorageError when the reading cannot be stored
 */
export async function observeClock({ store }: Pick<Library, 'store'>, now: number): Promise<void> {
  const next = store.read((reader) => getClockToStore(reader, now));
  if (next !== undefined) await store.write(({ meta }) => meta.set('clock', next));
}

/** Returns the believed time where the clock is too far ahead of it; undefined where the clock is believed. */
export function getBelievedTime(reader: Pick<Reader, 'meta'>, now: number): number | undefined {
  const known = readClock(reader);
  const at = known && updateClock(known, now);
  return at === undefined || at.seen === null ? undefined : at.believed;
}
