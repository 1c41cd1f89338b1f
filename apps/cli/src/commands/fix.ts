import type { Output as Result } from '@notes/contract';
import { requireAgreement } from '../confirm.js';
import type { Output } from '../output.js';
import { createPlanRenderer, getPlanExitCode, planFlag } from '../planned.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { createRepeatableFlag } from '../repeatable-flag.js';
import { printSection } from '../table.js';
import { formatCount, formatNumber } from '../text.js';

type Outcome = Result<'fixLibrary'>;

/** `notes fix` */
export const fix: Presentation<'fixLibrary'> = {
  inputs: {
    kinds: createRepeatableFlag(
      '--kind <kind>',
      'Kind of problem to fix: non_canonical_link_target (default), missing_alt_text, unlocalized_remote_media.',
    ),
    plan: planFlag,
  },
  extra: { yes: { flags: '-y, --yes', description: 'Do not ask for confirmation.' } },
  long: 'fix',
  run,
  render: createPlanRenderer(showPlan),
  exitCode: getPlanExitCode,
};

/** Shows a preview and asks before it applies fixes. */
async function run(call: Call, { yes, ...asked }: Values): Promise<Outcome> {
  if (asked.apply !== true || asked.dry_run === true || yes === true) return call.invoke('fixLibrary', asked);
  const preview = await call.invoke('fixLibrary', { ...asked, dry_run: true });
  if (preview.documents.length > 0) {
    if (call.mayAsk) showPlan(preview, call.out.aside);
    await requireAgreement(call, 'Save these changes?');
  }
  return call.invoke('fixLibrary', { ...asked, plan: preview.plan_sha256 });
}

function showPlan({ kinds, documents, truncated }: Outcome, out: Output): void {
  for (const { kind, documents: notes, changes } of kinds)
    out.line(`${kind}: ${formatCount(changes, 'change')} in ${formatCount(notes, 'note')}`);
  const rows = documents.map(({ document_id, changes }) => [
    document_id,
    Object.entries(changes)
      .map(([kind, count]) => `${kind} ${formatNumber(count)}`)
      .join(', '),
  ]);
  if (rows.length > 0) printSection('Notes to change', rows, out);
  if (truncated) out.notice('The list is shortened; the totals are complete.');
}
