import type { Input, Output } from '@notes/contract';
import type { Context } from '../../platform/context.js';
import { timestamp } from '../../platform/wire.js';
import { createConfirmation, doPlanned } from '../plans/do-planned.js';
import { makePlan, type Plan } from '../plans/plan.js';
import { getRetentionStart } from './retention-start.js';
import { type RetentionItem, retentionWork, toRetentionItem } from './retention-work.js';

type ReportFields = Pick<Output<'getRetentionReport'>, 'revisions_keep_days' | 'totals' | 'documents' | 'truncated'>;

const MAX_LISTED = 1_000;

export function getRetentionReport(context: Context): Output<'getRetentionReport'> {
  const at = context.now();
  const { items, plan } = planRetention(context, at);
  return { generated_at: timestamp(at), plan_sha256: plan.sha256, ...toReportFields(context, items) };
}

/** Deletes revisions that were superseded longer ago than the configured number of days. */
export async function applyRetention(
  context: Context,
  request: Input<'applyRetention'>,
): Promise<Output<'applyRetention'>> {
  const { items, ...outcome } = await doPlanned(context, request, {
    work: retentionWork,
    plan: (at) => planRetention(context, at).plan,
    isByAge: true,
    confirmationFor: createConfirmation('retention-apply'),
  });
  return { ...outcome, ...toReportFields(context, items) };
}

function planRetention({ library }: Context, at: number): { items: RetentionItem[]; plan: Plan } {
  const before = getRetentionStart(library, at);
  const found = before === undefined ? [] : library.store.read(({ revisions }) => revisions.listOld(before));
  const items = found.map(toRetentionItem);
  return { items, plan: makePlan(retentionWork.format, items) };
}

function toReportFields({ library }: Context, items: readonly RetentionItem[]): ReportFields {
  const revisions = items.reduce((sum, item) => sum + item.revisions, 0);
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  return {
    revisions_keep_days: library.config['retention.revisions_keep_days'],
    totals: { documents: items.length, revisions, bytes },
    documents: items.slice(0, MAX_LISTED),
    truncated: items.length > MAX_LISTED,
  };
}
