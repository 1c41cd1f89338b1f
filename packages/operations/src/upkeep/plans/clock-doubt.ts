import { type Output, ServiceError } from '@notes/contract';
import type { CallContext } from '../../platform/context.js';
import { timestamp } from '../../platform/wire.js';
import { getBelievedTime } from './clock.js';
import type { Plan } from './plan.js';

type ClockDoubt = NonNullable<Output<'collectGarbage'>['clock_doubt']>;

/**
 * Returns the believed time and the clock's time when the clock is too far ahead and the plan at the believed time
 * would be different; null otherwise.
 */
export async function findClockDoubt(
  { library }: Pick<CallContext, 'library'>,
  plan: Plan,
  at: number,
  planAt: (at: number) => Plan | Promise<Plan>,
): Promise<ClockDoubt | null> {
  const believed = library.store.read((reader) => getBelievedTime(reader, at));
  if (believed === undefined || (await planAt(believed)).sha256 === plan.sha256) return null;
  return { clock: timestamp(at), believed: timestamp(believed) };
}

export const toClockError = ({ clock, believed }: ClockDoubt) =>
  new ServiceError(
    'precondition_required',
    `Nothing was done. The clock says ${clock}, but the library was last used at ${believed}, and some items count as old only because of this difference. If the clock is right, add --trust-clock, or try again a day after the clock first showed this time`,
  );
