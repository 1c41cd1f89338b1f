import type { Output } from '@notes/contract';
import type { RecoveryWindows } from '@notes/storage';
import type { Context, Library } from '../../platform/context.js';
import { DAY_MS } from '../../platform/days.js';
import { timestamp } from '../../platform/wire.js';
import type { GcResult, GcTask } from './gc-task.js';
import { runReport } from './run.js';

const TASK = new URL('../../../dist/upkeep/reports/gc-task.js', import.meta.url);

export async function getGcReport(context: Context): Promise<Output<'getGcReport'>> {
  const { config } = context.library;
  const now = context.now();
  const { report } = await findGarbage(context, now, { withLines: false });
  const retention = {
    unattached_days: config['retention.unattached_days'],
    purged_days: config['retention.purged_days'],
  };
  return { generated_at: timestamp(now), retention, ...report };
}

/** Finds the items that may be collected at a time. */
export function findGarbage(
  context: Context,
  now: number,
  { withLines }: Pick<GcTask, 'withLines'>,
): Promise<GcResult> {
  const { library } = context;
  const task: GcTask = { dataDir: library.store.paths.dataDir, windows: recoveryWindows(library), now, withLines };
  return runReport<GcResult>(context, { module: TASK, task });
}

/** Returns the configured recovery windows of attachments that no note uses. */
export const recoveryWindows = ({ config }: Pick<Library, 'config'>): RecoveryWindows => ({
  unattachedMs: config['retention.unattached_days'] * DAY_MS,
  purgedMs: config['retention.purged_days'] * DAY_MS,
});
