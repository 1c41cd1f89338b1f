import type { Reader } from '@notes/storage';
import { z } from 'zod';
import type { Library } from '../../platform/context.js';
import { DAY_MS } from '../../platform/days.js';

/** Difference from the believed time beyond which a clock counts as having been set. */
const MAX_STEP_MS = 2 * DAY_MS;
/** Time after which a clock that was set is believed. */
const PROBATION_MS = DAY_MS;
/** Longest lag of the stored time behind the clock. */
const MAX_STORED_LAG_MS = 3_600_000;

const storedClock = z.object({
  /** Latest believed time in milliseconds since the Unix epoch. */
  believed: z.int(),
  /** First observed time that was too far ahead of the believed time; null while the clock is believed. */
  seen: z.int().nullable(),
});
type Clock = z.infer<typeof storedClock>;

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
  return stored === undefined ? undefined : storedClock.safeParse(JSON.parse(stored)).data;
}

/**
 * Reads the clock to detect later that it was set. The clock is read when a library is opened and hourly while the
 * library is served.
 *
 * @throws StorageError when the reading cannot be stored
 */
export async function observeClock({ store }: Pick<Library, 'store'>, now: number): Promise<void> {
  const known = store.read(readClock);
  const next = known === undefined ? { believed: now, seen: null } : updateClock(known, now);
  const isStored = known?.seen === next.seen && Math.abs(next.believed - known.believed) < MAX_STORED_LAG_MS;
  if (!isStored) await store.write(({ meta }) => meta.set('clock', JSON.stringify(next)));
}

/** Returns the believed time where the clock is too far ahead of it; undefined where the clock is believed. */
export function getBelievedTime(reader: Pick<Reader, 'meta'>, now: number): number | undefined {
  const known = readClock(reader);
  const at = known && updateClock(known, now);
  return at === undefined || at.seen === null ? undefined : at.believed;
}
