import type { ConfigValues } from '@notes/contract';
import type { LibraryCheck } from '@notes/storage';
import { type LastDrill, readDrill } from '../../exchange/archive/last-drill.js';
import { type CheckResult, formatCount, ok } from './check-result.js';

const DAY_MS = 86_400_000;

/** Returns the last successful restore drill of a library; undefined when there was none or it cannot be read. */
export const readStoredDrill = (library: LibraryCheck): LastDrill | undefined =>
  library.read(({ meta }) => readDrill(meta));

/** Warns when no restore drill succeeded within the days of `archive.drill_days`. */
export function checkDrill(values: ConfigValues, drill: LastDrill | undefined, now: number): CheckResult {
  const limit = values['archive.drill_days'];
  if (drill === undefined)
    return limit === 0 ? ok('No archive was restored for a test yet') : warn('No archive was restored for a test yet');
  const days = Math.max(0, Math.floor((now - drill.at) / DAY_MS));
  const message = `An archive was restored for a test ${days === 0 ? 'today' : `${formatCount(days, 'day')} ago`}`;
  return limit === 0 || days <= limit ? ok(message) : warn(message);
}

const warn = (message: string): CheckResult => ({
  status: 'warn',
  message,
  advice: 'Run `notes archive export DIR`, then `notes archive drill DIR`.',
});
