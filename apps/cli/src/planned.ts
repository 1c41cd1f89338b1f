import type { Output as Result } from '@notes/contract';
import { confirmFlag, requireConfirmation, yesFlag } from './confirm.js';
import { FINDINGS_EXIT, JOB_EXITS } from './failures.js';
import { formatCommand } from './format-command.js';
import type { Output } from './output.js';
import type { Call, Flag, Values } from './presentation.js';
import { formatCount, formatNumber } from './text.js';

/** Commands that carry out a plan permanently. */
type Permanent = 'purgeDocuments' | 'collectGarbage' | 'applyRetention' | 'applySyncRetention';

type Outcome = Pick<Result<Permanent>, 'dry_run' | 'plan_sha256' | 'unfinished_job_id' | 'applied'> &
  Partial<Pick<Result<Permanent>, 'clock_doubt'>>;

export const planFlag: Flag = {
  flags: '--plan <digest>',
  description: 'Digest of the plan to carry out, or its first 12 digits. A changed plan is refused.',
};

/** Shared parts of these commands, except the presentation of the plan. */
export const permanentOptions = {
  inputs: { confirmation: confirmFlag, plan: planFlag },
  extra: { yes: yesFlag },
  exitCode: getPlanExitCode,
} as const;

/** Shows the plan and asks for confirmation, unless it is given already; then carries out exactly this plan. */
export async function runConfirmed<Name extends Permanent>(
  call: Call,
  name: Name,
  { yes, ...asked }: Values,
  show: (outcome: Result<Name>, out: Output) => void,
): Promise<Result<Name>> {
  if (asked.dry_run === true || asked.confirmation !== undefined) return call.invoke(name, asked);
  const preview: Result<Name> = await call.invoke(name, { ...asked, dry_run: true });
  if (preview.confirmation === null) return call.invoke(name, asked);
  if (call.mayAsk) show(preview, call.out.aside);
  const words = await requireConfirmation(call, { yes }, preview.confirmation);
  return call.invoke(name, { ...asked, plan: preview.plan_sha256, confirmation: words });
}

/** Shows a plan that was not carried out, or the result of one that was. */
export function createPlanRenderer<Shown extends Outcome>(show: (outcome: Shown, out: Output) => void) {
  return {
    table: (outcome: Shown, out: Output) => {
      if (outcome.applied === null) show(outcome, out);
      showOutcome(outcome, out);
    },
  };
}

export function getPlanExitCode({ applied }: Outcome): number {
  if (applied === null) return 0;
  const { state, counts } = applied;
  return state === 'succeeded' && (counts.skipped ?? 0) > 0 ? FINDINGS_EXIT : JOB_EXITS[state];
}

/** Reports the outcome of a plan. Its digest and counts are on standard output. */
function showOutcome({ dry_run, plan_sha256, clock_doubt, unfinished_job_id, applied }: Outcome, out: Output): void {
  out.line(`Digest of the plan: ${plan_sha256}`);
  if (applied === null) {
    if (unfinished_job_id !== null)
      out.notice(
        `An earlier run stopped before its end. To resume it: ${formatCommand(out, 'job', 'retry', unfinished_job_id)}`,
      );
    if (clock_doubt)
      out.notice(
        `The clock shows ${clock_doubt.clock}, far from ${clock_doubt.believed}, when the library was last used. Nothing is deleted because of its age until the clock has shown such times for a day. If the clock is right, add --trust-clock.`,
      );
    out.notice(dry_run ? 'Nothing was changed.' : 'There is nothing to do.');
    return;
  }
  const { skipped = 0, ...counts } = applied.counts;
  const done = Object.entries(counts).map(([name, count]) => `${name} ${formatNumber(count)}`);
  out.line(`Done: ${done.join(', ') || 'nothing'}`);
  if (skipped > 0)
    out.notice(
      `Skipped, because they changed after the plan was made or were not available: ${formatCount(skipped, 'item')}.`,
    );
  if (applied.state === 'cancelled') out.notice('Stopped before the end. To resume, run the same command again.');
}
