import { type Output, ServiceError } from '@notes/contract';
import type { JobRow } from '@notes/storage';
import type { Context } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { type JobOrder, startJob } from '../../platform/jobs/acquire-job.js';
import { existingJob } from '../../platform/jobs/read.js';
import { runInTurn } from '../../platform/jobs/run-in-turn.js';
import { runJob } from '../../platform/jobs/run-job.js';
import { timestamp } from '../../platform/wire.js';
import { findClockDoubt, toClockError } from './clock-doubt.js';
import { PLAN_DIGITS, type Plan } from './plan.js';
import { keepPlan, readKeptPlan } from './plan-file.js';
import { carryOut, type PlannedWork, storedPlanned } from './planned-work.js';

/** Request to carry out a plan. */
export interface PlanRequest {
  readonly dry_run: boolean;
  readonly plan?: string | undefined;
  readonly confirmation?: string | undefined;
  /** True when the caller vouches for the clock, however far it has advanced since it was last read. */
  readonly trust_clock?: boolean;
}

/** Work that a call may do, and the function that plans it. */
export interface PlannedCall<Item, Ready> {
  readonly work: PlannedWork<Item, Ready>;
  readonly plan: (at: number) => Plan | Promise<Plan>;
  /** True when items are in the plan because of their age: then a clock that was set must not add items. */
  readonly isByAge: boolean;
  /** Confirmation required to carry out the plan; null where nothing permanent is done. */
  readonly confirmationFor: ((plan: Plan) => string) | null;
}

type Applied = NonNullable<Output<'collectGarbage'>['applied']>;

/** Response to a call that makes or carries out a plan, with the items of the plan. */
export interface PlannedOutcome<Item>
  extends Pick<
    Output<'collectGarbage'>,
    'generated_at' | 'dry_run' | 'plan_sha256' | 'confirmation' | 'clock_doubt' | 'unfinished_job_id' | 'applied'
  > {
  readonly items: readonly Item[];
}

/** Confirmation of a permanent plan. */
export const createConfirmation = (word: string) => (plan: Plan) => `${word}:${plan.sha256.slice(0, PLAN_DIGITS)}`;

/**
 * Makes a plan and carries it out as a job, unless the call is a dry run or the plan has no items. When the last job of
 * the kind stopped before its end and was requested with the same confirmation, that job is resumed instead: the work
 * it has done is in no plan made now.
 *
 * @throws ServiceError `conflict` when the plan differs from the caller's; `precondition_required` when the plan is not
 * confirmed or the clock is not believed; the error that made the job fail
 */
export async function doPlanned<Item, Ready>(
  context: Context,
  request: PlanRequest,
  plannedCall: PlannedCall<Item, Ready>,
): Promise<PlannedOutcome<Item>> {
  const { work, confirmationFor } = plannedCall;
  const at = context.now();
  const unfinished = findUnfinishedJob(context, work);
  const resumed = request.dry_run ? undefined : await findResumable(context, work, request, unfinished);
  const plan = resumed?.plan ?? (await plannedCall.plan(at));
  if (!plan.sha256.startsWith(request.plan ?? '')) throw planChangedError(plan);
  const items = resumed?.items ?? plan.lines.map((line) => work.item.parse(JSON.parse(line)));
  const isChecked = resumed === undefined && plannedCall.isByAge && request.trust_clock !== true;
  const clock_doubt = isChecked ? await findClockDoubt(context, plan, at, plannedCall.plan) : null;
  const isReady = items.length > 0 && clock_doubt === null;
  const confirmation = resumed?.confirmation ?? (isReady ? (confirmationFor?.(plan) ?? null) : null);
  const outcome = {
    generated_at: timestamp(at),
    dry_run: request.dry_run,
    plan_sha256: plan.sha256,
    confirmation,
    clock_doubt,
    items,
  };
  if (request.dry_run || items.length === 0)
    return { ...outcome, unfinished_job_id: unfinished?.id ?? null, applied: null };
  if (clock_doubt !== null) throw toClockError(clock_doubt);
  if (confirmation !== null && request.confirmation !== confirmation)
    throw new ServiceError('precondition_required', `Nothing was done. To confirm, pass ${confirmation}`);
  const parameters = { plan_sha256: plan.sha256, confirmation };
  const order = resumed?.job ?? { id: newId('job'), kind: work.kind, parameters };
  const keep = resumed === undefined ? () => keepPlan(context.library.store.paths, work, plan) : async () => {};
  return { ...outcome, unfinished_job_id: null, applied: await run(context, work, order, keep) };
}

const planChangedError = ({ sha256 }: Plan) =>
  new ServiceError('conflict', `The plan changed since you reviewed it and is now ${sha256}. Review it again`);

function findUnfinishedJob({ library, now }: Context, { kind }: { readonly kind: string }): JobRow | undefined {
  const [last] = library.store.read(({ jobs }) => jobs.list({ kind, limit: 1, at: now() }));
  return last?.state === 'succeeded' ? undefined : last;
}

interface ResumedPlan<Item> {
  readonly job: JobOrder;
  readonly plan: Plan;
  readonly items: readonly Item[];
  readonly confirmation: string | null;
}

/** Returns a job that was requested with this confirmation, while its plan is kept. */
async function findResumable<Item, Ready>(
  { library }: Context,
  work: PlannedWork<Item, Ready>,
  { plan, confirmation }: PlanRequest,
  job: JobRow | undefined,
): Promise<ResumedPlan<Item> | undefined> {
  const stored = job && storedPlanned.safeParse(job.parameters).data;
  if (job === undefined || stored === undefined) return undefined;
  const isNamed = plan === undefined ? stored.confirmation !== null : stored.plan_sha256.startsWith(plan);
  const isConfirmed = stored.confirmation === null || stored.confirmation === confirmation;
  const kept = isNamed && isConfirmed ? await readKeptPlan(library.store.paths, work, stored.plan_sha256) : undefined;
  return kept && { job, ...kept, confirmation: stored.confirmation };
}

async function run<Item, Ready>(
  context: Context,
  work: PlannedWork<Item, Ready>,
  order: JobOrder,
  before: () => Promise<void>,
): Promise<Applied> {
  const { library, now } = context;
  const { state, error } = await runInTurn(context, order, async () => {
    await before();
    return runJob(context, await startJob(context, order), carryOut(work));
  });
  if (error !== undefined) throw error;
  const { summary } = library.store.read((reader) => existingJob(reader, order.id, now()));
  return { job_id: order.id, state, counts: summary };
}
