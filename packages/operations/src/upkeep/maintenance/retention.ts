import type { Input, Output } from '@notes/contract';
import type { Context } from '../../platform/context.js';
import { timestamp } from '../../platform/wire.js';
import { doPlanned, wordsFor } from '../plans/do-planned.js';
import { makePlan, type Plan } from '../plans/plan.js';
import { keptSince } from './kept-since.js';
import { asOutdated, type Outdated, retentionWork } from './retention-work.js';

type Facts = Pick<Output<'getRetentionReport'>, 'revisions_keep_days' | 'totals' | 'documents' | 'truncated'>;

const LISTED = 1_000;

export function getRetentionReport(context: Context): Output<'getRetentionReport'> {
  const at = context.now();
  const { items, plan } = outdatedAt(context, at);
  return { generated_at: timestamp(at), plan_sha256: plan.sha256, ...factsOf(context, items) };
}

/** Deletes revisions that were superseded longer ago than the configured number of days. */
export async function applyRetention(
  context: Context,
  request: Input<'applyRetention'>,
): Promise<Output<'applyRetention'>> {
  const { items, ...outcome } = await doPlanned(context, request, {
    work: retentionWork,
    plan: (at) => outdatedAt(context, at).plan,
    isByAge: true,
    words: wordsFor('retention-apply'),
  });
  return { ...outcome, ...factsOf(context, items) };
}

function outdatedAt({ library }: Context, at: number): { items: Outdated[]; plan: Plan } {
  const before = keptSince(library, at);
  const found = before === undefined ? [] : library.store.read(({ revisions }) => revisions.old(before));
  const items = found.map(asOutdated);
  return { items, plan: makePlan(retentionWork.format, items) };
}

function factsOf({ library }: Context, items: readonly Outdated[]): Facts {
  const revisions = items.reduce((sum, item) => sum + item.revisions, 0);
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  return {
    revisions_keep_days: library.config['retention.revisions_keep_days'],
    totals: { documents: items.length, revisions, bytes },
    documents: items.slice(0, LISTED),
    truncated: items.length > LISTED,
  };
}
