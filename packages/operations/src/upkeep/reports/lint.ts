import { type Input, lintChecks, type Output } from '@notes/contract';
import type { Context } from '../../platform/context.js';
import { timestamp } from '../../platform/wire.js';
import type { LintResult, LintTask } from './lint-task.js';
import { runReport } from './run.js';

const TASK = new URL('../../../dist/upkeep/reports/lint-task.js', import.meta.url);

export async function getLintReport(
  context: Context,
  { checks, detail_limit }: Input<'getLintReport'>,
): Promise<Output<'getLintReport'>> {
  const generated_at = timestamp(context.now());
  const { dataDir } = context.library.store.paths;
  const task: LintTask = { dataDir, checks: checks ?? lintChecks, detailLimit: detail_limit };
  return { generated_at, ...(await runReport<LintResult>(context, { module: TASK, task })) };
}
