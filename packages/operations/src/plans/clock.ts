import type { Reader } from '@notes/storage';
import { z } from 'zod';
import type { Library } from '../context.js';
import { DAY_MS } from '../days.js';

/** A clock that has gone no further since it was last looked at has not been set. */
const STEP_MS = 2 * DAY_MS;
/** One that has been set is believed after so long. */
const PROBATION_MS = DAY_MS;
/** How closely what is stored follows the clock. */
const STORED_MS = 3_600_000;

const storedClock = z.object({
  /** The latest time that is believed, in milliseconds since 1970. */
  believed: z.int(),
  /** The first time seen that was too far ahead of it; null while the clock is believed. */
  seen: z.int().nullable(),
});
type Clock = z.infer<typeof storedClock>;

/** What is known once the clock says `now`. */
export function looked({ believed, seen }: Clock, now: number): Clock {
  if (now < believed - STEP_MS) return { believed: now, seen: null };
  if (now <= believed + STEP_MS) return { believed: Math.max(now, believed), seen: null };
  if (seen === null || now < seen) return { believed, seen: now };
  if (now < seen + PROBATION_MS) return { believed, seen };
  // The second look says so too: what was seen first holds, and the step from there is looked at anew.
  return looked({ believed: seen, seen: null }, now);
}

function clockOf({ meta }: Pick<Reader, 'meta'>): Clock | undefined {
  const stored = meta.get('clock');
  return stored === undefined ? undefined : storedClock.safeParse(JSON.parse(stored)).data;
}

/**
 * Looks at the clock, to know of it later whether it was set. It is looked at when a library is opened and every hour that
 * it is served.
 *
 * @throws StorageError when that cannot be stored
 */
export async function lookAtClock({ store }: Pick<Library, 'store'>, now: number): Promise<void> {
  const known = store.read(clockOf);
  const next = known === undefined ? { believed: now, seen: null } : looked(known, now);
  const isStored = known?.seen === next.seen && Math.abs(next.believed - known.believed) < STORED_MS;
  if (!isStored) await store.write(({ meta }) => meta.set('clock', JSON.stringify(next)));
}

/** The time that is believed where the clock is too far ahead of it; undefined where the clock is believed. */
export function believedInstead(reader: Pick<Reader, 'meta'>, now: number): number | undefined {
  const known = clockOf(reader);
  const at = known && looked(known, now);
  return at === undefined || at.seen === null ? undefined : at.believed;
}
