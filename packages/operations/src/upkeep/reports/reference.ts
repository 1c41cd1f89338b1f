import type { Output } from '@notes/contract';
import type { Context } from '../../platform/context.js';
import { timestamp } from '../../platform/wire.js';
import type { ReferenceResult, ReferenceTask } from './reference-task.js';
import { runReport } from './run.js';

const TASK = new URL('../../../dist/upkeep/reports/reference-task.js', import.meta.url);

export async function getReferenceReport(context: Context): Promise<Output<'getReferenceReport'>> {
  const task: ReferenceTask = { dataDir: context.library.store.paths.dataDir };
  const generated_at = timestamp(context.now());
  const result = await runReport<ReferenceResult>(context, { module: TASK, task });
  return { generated_at, ...result, perceptual_suggestions: [] };
}
