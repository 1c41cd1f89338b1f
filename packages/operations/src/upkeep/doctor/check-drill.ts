import { type ConfigValues, configKeys } from '@notes/contract';
import type { LibraryCheck } from '@notes/storage';
import { type LastDrill, readDrill } from '../../exchange/archive/last-drill.js';
import { type CheckResult, formatCount, ok } from './check-result.js';

const DAY_MS = 86_400_000;
const KEY = 'archive.drill_days';

/** Facts about the archives of a library. */
export interface DrillFacts {
  /** Last successful drill; null when there was none. */
  readonly drill: LastDrill | null;
  /** Creation time of the library, in milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** True when the library holds only its initial content. */
  readonly isUntouched: boolean;
}

/** Returns the facts about the archives of a library; null when they cannot be read. */
export const readDrillFacts = (library: LibraryCheck): DrillFacts | null =>
  library.read(({ meta, notebooks }) => ({
    drill: readDrill(meta) ?? null,
    createdAt: Math.min(...notebooks.all().map(({ createdAt }) => createdAt)),
    isUntouched: library.isUntouched(),
  })) ?? null;

/**
 * Warns when no archive that is younger than the days of `archive.drill_days` was restored for a test. With the default
 * days, a library without a drill has as many days for the first one.
 */
export function checkDrill(values: ConfigValues, facts: DrillFacts | null, now: number): CheckResult {
  const limit = values[KEY];
  if (facts === null) return ok('Not checked: the library cannot be read, or has another schema');
  const { drill, createdAt, isUntouched } = facts;
  if (drill === null) {
    if (isUntouched) return ok('The library has nothing to archive yet');
    const message = 'No archive was restored for a test yet';
    if (limit === 0) return ok(message);
    const isNew = limit === configKeys[KEY].default && countDays(createdAt, now) <= limit;
    return isNew
      ? ok(`${message}; without one, this is a warning once the library is ${formatCount(limit, 'day')} old`)
      : warn(message);
  }
  const days = countDays(drill.archivedAt, now);
  const message = `The newest archive restored for a test has the library as of ${formatAge(days)}; the last drill was ${formatAge(countDays(drill.at, now))}`;
  return limit === 0 || days <= limit ? ok(message) : warn(message);
}

const countDays = (from: number, to: number) => Math.max(0, Math.floor((to - from) / DAY_MS));

const formatAge = (days: number) => (days === 0 ? 'today' : `${formatCount(days, 'day')} ago`);

const warn = (message: string): CheckResult => ({
  status: 'warn',
  message,
  advice: 'Run `notes archive export DIR`, then `notes archive drill DIR`.',
});
