import type { Input, Output } from '@notes/contract';
import type { Context } from '../../platform/context.js';
import { createConfirmation, doPlanned } from '../plans/do-planned.js';
import { findGarbage } from '../reports/gc.js';
import { type Garbage, gcWork } from './gc-work.js';

/** Deletes the items that the report lists as collectable, except items that are needed again by now. */
export async function collectGarbage(
  context: Context,
  request: Input<'collectGarbage'>,
): Promise<Output<'collectGarbage'>> {
  const { items, ...outcome } = await doPlanned(context, request, {
    work: gcWork,
    plan: async (at) => {
      const { report, lines } = await findGarbage(context, at, { withLines: true });
      return { format: gcWork.format, lines, sha256: report.plan_sha256 };
    },
    isByAge: true,
    confirmationFor: createConfirmation('gc-apply'),
  });
  return { ...outcome, totals: sumTotals(items) };
}

function sumTotals(items: readonly Garbage[]): Output<'collectGarbage'>['totals'] {
  const resources = items.filter(({ resource_id }) => resource_id !== null).length;
  const bytes = items.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  return { resources, blobs: items.length - resources, bytes };
}
