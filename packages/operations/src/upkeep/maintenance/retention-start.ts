import type { Library } from '../../platform/context.js';
import { DAY_MS } from '../../platform/days.js';

/**
 * Returns the time from which all revisions are kept: revisions superseded before it are old. Undefined when all
 * revisions are kept.
 */
export function getRetentionStart({ config }: Pick<Library, 'config'>, now: number): number | undefined {
  const days = config['retention.revisions_keep_days'];
  return days === 0 ? undefined : now - days * DAY_MS;
}
