import type { Library } from '../context.js';
import { DAY_MS } from '../days.js';

/** Since when all revisions are kept: those that gave way to the next before then are old. Undefined: since ever. */
export function keptSince({ config }: Pick<Library, 'config'>, now: number): number | undefined {
  const days = config['retention.revisions_keep_days'];
  return days === 0 ? undefined : now - days * DAY_MS;
}
