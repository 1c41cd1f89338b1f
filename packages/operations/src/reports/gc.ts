import type { Output } from '@notes/contract';
import type { Context } from '../context.js';
import { timestamp } from '../wire.js';
import type { GcResult, GcTask } from './gc-task.js';
import { runReport } from './run.js';

const DAY_MS = 86_400_000;

const TASK = new URL('../../dist/reports/gc-task.js', import.meta.url);

export async function getGcReport(context: Context): Promise<Output<'getGcReport'>> {
  const { library } = context;
  const now = context.now();
  const unattached_days = library.config['retention.unattached_days'];
  const purged_days = library.config['retention.purged_days'];
  const windows = { unattachedMs: unattached_days * DAY_MS, purgedMs: purged_days * DAY_MS };
  const task: GcTask = { dataDir: library.store.paths.dataDir, windows, now };
  const result = await runReport<GcResult>(context, { module: TASK, task });
  return { generated_at: timestamp(now), retention: { unattached_days, purged_days }, ...result };
}
