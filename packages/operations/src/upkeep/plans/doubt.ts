import { type Output, ServiceError } from '@notes/contract';
import type { CallContext } from '../../platform/context.js';
import { timestamp } from '../../platform/wire.js';
import { believedInstead } from './clock.js';
import type { Plan } from './plan.js';

type Doubt = NonNullable<Output<'collectGarbage'>['clock_doubt']>;

/**
 * Returns the believed time and the clock's time when the clock is too far ahead and the plan at the believed time
 * would be different; null otherwise.
 */
export async function doubtOf(
  { library }: Pick<CallContext, 'library'>,
  plan: Plan,
  at: number,
  planAt: (at: number) => Plan | Promise<Plan>,
): Promise<Doubt | null> {
  const believed = library.store.read((reader) => believedInstead(reader, at));
  if (believed === undefined || (await planAt(believed)).sha256 === plan.sha256) return null;
  return { clock: timestamp(at), believed: timestamp(believed) };
}

export const refusalOf = ({ clock, believed }: Doubt) =>
  new ServiceError(
    'precondition_required',
    `nothing was done: the clock says ${clock}, far from ${believed}, when the library was last in use, and some of this is old for that reason alone. The clock is believed a day after it was first seen so; if it is right, say so with --trust-clock`,
  );
